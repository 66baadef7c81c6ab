/**
 * One caller's plain requests to a running server. Every answer is held against the served OpenAPI document, and every
 * byte of it against the secrets that were given out. Knows paths and JSON, no typed client.
 */
import type { ApiContract } from "./ApiContract.ts"

/** What is sent beside the caller's credential. */
export interface ApiRequest {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer; `json` is undefined where the body is none. */
export interface ApiReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

/** Which server is asked, and by what its answers are judged. */
export interface ApiTarget {
  readonly url: string
  readonly contract: ApiContract
  /** Values that no answer may hold. */
  readonly secrets: ReadonlyArray<string>
}

/** The path of a package's versions. */
export const versionsPath = (source: string, publisher: string, name: string): string =>
  `/api/registry/packages/${source}/${publisher}/${name}/versions`

const jsonOf = (headers: Headers, text: string): unknown =>
  text !== "" && headers.get("content-type")?.startsWith("application/json") === true ? JSON.parse(text) : undefined

/** Faults of an answer fail the request, whatever the test looks at. */
export class Api {
  readonly target: ApiTarget
  readonly token: string | undefined

  constructor(target: ApiTarget, token?: string) {
    this.target = target
    this.token = token
  }

  /** The same server, as somebody else. */
  as(token: string | undefined): Api {
    return new Api(this.target, token)
  }

  async send(method: string, path: string, request: ApiRequest = {}): Promise<ApiReply> {
    const { contract, secrets, url } = this.target
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) })
    })
    const reply = { status: response.status, headers: response.headers, text: await response.text() }
    const head = method === "HEAD"
    const faults = contract.faults(contract.match(head ? "GET" : method, path), reply, { head })
    const said = [reply.text, ...reply.headers.values()].join("\n")
    if (secrets.some((secret) => said.includes(secret))) faults.push("a secret in the answer")
    if (faults.length > 0) {
      throw new Error(`${method} ${path} was answered ${reply.status} with ${faults.join("; ")}: ${reply.text}`)
    }
    return { ...reply, json: jsonOf(reply.headers, reply.text) }
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiReply> {
    return this.send("GET", path, { headers })
  }

  post(path: string, body: unknown): Promise<ApiReply> {
    return this.send("POST", path, { body })
  }

  delete(path: string): Promise<ApiReply> {
    return this.send("DELETE", path)
  }
}
