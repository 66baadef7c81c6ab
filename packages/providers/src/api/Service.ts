/** What the HTTP layer has to know of one service: its address, its credential, and how it says no. */
import type { Effect } from "effect"
import type { LookupError } from "../LookupError.ts"

/** How variables are called in advice: `serverUrl (NETBOX_SERVER_URL)`. */
export interface ServiceWords {
  /** The service, as people call it. */
  readonly name: string
  /** The variable that holds the address. */
  readonly address: string
  /** The variable, or the variables, that hold the credential. */
  readonly credential: string
  /** What to do about a certificate that can't be verified. */
  readonly certificate: string
  /** The variable that says how long an answer is waited for, where there is one. */
  readonly timeout?: string
}

/** One service under one address. */
export interface Service {
  readonly words: ServiceWords
  /** Without the slash that paths begin with. */
  readonly baseUrl: string
  /** Asked before each request; the credential is among them. No value of these is ever logged. */
  readonly headers: Effect.Effect<Readonly<Record<string, string>>, LookupError>
  /** One attempt, until the answer is read to its end. */
  readonly timeoutMillis: number
  /** The sentence in the JSON body of a refusal, where there is one. */
  readonly saidIn: (body: unknown) => string | undefined
  /** Whether a refusal is about the credential itself; everything else with 403 is about permission. */
  readonly refusesCredential: (status: number, said: string | undefined) => boolean
  /** Makes a new credential after one was refused; true when the request is worth repeating. Asked once a request. */
  readonly renewCredential?: Effect.Effect<boolean, LookupError>
}
