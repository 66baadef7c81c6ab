/** What the suite may ask of whoever runs the target, where the API has no operation for it. Knows no request. */
import { Schema } from "effect"

const Nothing = Schema.Struct({})

/** Every hook with what it answers; more fields than these are overlooked. */
export const hookAnswers = {
  /** Applies a version of a policy pack to some policy group, or takes it out of all of them. */
  applyPack: Nothing,
  /** Enables a policy pack in some policy group, or disables it in all of them. */
  enablePack: Nothing,
  /** Lets an agent's runtime work on a task. */
  runTask: Nothing,
  /** Does what the user of an SSO session does on the provider's page. */
  authorizeSso: Nothing,
  /** Makes a refresh token for the user whose token is the identity `member`. */
  refreshToken: Schema.Struct({ token: Schema.NonEmptyString }),
  /** Makes an access token that a service holds; it may list services. */
  serviceToken: Schema.Struct({ token: Schema.NonEmptyString }),
  /** Makes a token of the organization as somebody who then leaves it. */
  orphanedToken: Schema.Struct({ token: Schema.NonEmptyString }),
  /** Signs an identity token of an issuer that the organization trusts. */
  issuer: Schema.Struct({ token: Schema.NonEmptyString, scope: Schema.optionalKey(Schema.String) })
} as const

/** The name of a hook. */
export type HookName = keyof typeof hookAnswers

/** Every hook's name. */
export const hookNames: ReadonlyArray<HookName> = [
  "applyPack",
  "enablePack",
  "runTask",
  "authorizeSso",
  "refreshToken",
  "serviceToken",
  "orphanedToken",
  "issuer"
]

/** What each hook is told. All of them are told the organization. */
export interface HookInputs {
  readonly applyPack: {
    readonly organization: string
    readonly name: string
    readonly version: number | string
    readonly applied: boolean
  }
  readonly enablePack: { readonly organization: string; readonly name: string; readonly enabled: boolean }
  readonly runTask: {
    readonly organization: string
    readonly taskID: string
    /** `finish`: a last message, and idle. `work`: checked in, and running on. `ask`: waits for an approval. */
    readonly play: "ask" | "finish" | "work"
  }
  readonly authorizeSso: {
    readonly organization: string
    readonly sessionId: string
    readonly url: string
    readonly userCode: string
  }
  readonly refreshToken: { readonly organization: string }
  readonly serviceToken: {
    readonly organization: string
    readonly ownerType: string
    readonly ownerName: string
    readonly name: string
  }
  readonly orphanedToken: { readonly organization: string }
  readonly issuer: {
    readonly organization: string
    readonly audience: string
    /** What it is to be exchanged for; the hook answers the `scope` to ask for, where one is needed. */
    readonly tokenType: "organization" | "personal" | "runner" | "team"
    /** Put over the issuer's own claims, whether or not they make sense; null leaves one out. */
    readonly claims?: Readonly<Record<string, unknown>>
  }
}

/** What each hook answers. */
export type HookAnswer<Name extends HookName> = (typeof hookAnswers)[Name]["Type"]

/**
 * Where a hook is: an http or https address that takes a POST of JSON, or a command that reads JSON from its standard
 * input, as one line for the shell or as a list of words. Both answer JSON.
 */
export const Hook = Schema.Union([Schema.NonEmptyString, Schema.NonEmptyArray(Schema.NonEmptyString)])
export type Hook = typeof Hook.Type

const Coordinate = Schema.String.pipe(Schema.check(Schema.isPattern(/^[\w-]{43}$/)))

/** An issuer that the suite is itself: it signs with this private key (ES256), whose public half the target trusts. */
export const SigningIssuer = Schema.Struct({
  /** The claim `iss`. */
  url: Schema.NonEmptyString,
  key: Schema.Struct({
    kty: Schema.Literal("EC"),
    crv: Schema.Literal("P-256"),
    kid: Schema.NonEmptyString,
    x: Coordinate,
    y: Coordinate,
    d: Coordinate
  }),
  /** The scope to ask for by the type of token, where one is needed. */
  scopes: Schema.optionalKey(
    Schema.Struct({
      organization: Schema.optionalKey(Schema.String),
      personal: Schema.optionalKey(Schema.String),
      runner: Schema.optionalKey(Schema.String),
      team: Schema.optionalKey(Schema.String)
    })
  )
})
export type SigningIssuer = typeof SigningIssuer.Type

/** Whether the hook is an address. */
export const isAddress = (hook: Hook | SigningIssuer): hook is `http${string}` =>
  typeof hook === "string" && /^https?:\/\//i.test(hook)

/** The hooks of the file, each optional. */
export const Hooks = Schema.Struct({
  applyPack: Schema.optionalKey(Hook),
  enablePack: Schema.optionalKey(Hook),
  runTask: Schema.optionalKey(Hook),
  authorizeSso: Schema.optionalKey(Hook),
  refreshToken: Schema.optionalKey(Hook),
  serviceToken: Schema.optionalKey(Hook),
  orphanedToken: Schema.optionalKey(Hook),
  issuer: Schema.optionalKey(Schema.Union([Hook, SigningIssuer]))
})
