/** A server whose audit log is read between requests: every answer comes with the entries that were written meanwhile. */
import { assert } from "@effect/vitest"
import { type AuditEntry, AuditLog, Members, Organizations, Tokens, Users } from "@platform-control/admin/server"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Effect, ManagedRuntime, Redacted } from "effect"
import type { Services } from "../../src/Server.ts"
import { layerTest } from "../../src/testing.ts"
import type { PlaceKind, ServerPlace } from "./places.ts"

/** A JSON value that a test looks into without saying first what it expects. */
type Json = ReturnType<typeof JSON.parse>

/** An answer, and what was written down between the request and it. */
export interface AuditedReply {
  readonly status: number
  readonly requestId: string | null
  /** Undefined where the body is empty. */
  readonly json: Json
  readonly written: ReadonlyArray<AuditEntry>
}

/** A sign-in token of a member of organization acme, made beside the API. */
const makeUser = (login: string, role: "admin" | "member") =>
  Effect.gen(function* () {
    const { id } = yield* (yield* Users).create({ login })
    yield* (yield* Members).add("acme", login, role)
    const token = { kind: "personal", userId: id, description: "", createdBy: login, expiresAt: 0 } as const
    return Redacted.value((yield* (yield* Tokens).create(token)).value)
  })

/** Started with `AuditedServer.start`; `close` has to follow. Nobody else may write on it meanwhile. */
export class AuditedServer {
  readonly origin: string
  /** The token of alice, who administers acme. */
  readonly administrator: string
  readonly #place: ServerPlace
  readonly #runtime: ManagedRuntime.ManagedRuntime<Services, unknown>

  private constructor(
    place: ServerPlace,
    runtime: ManagedRuntime.ManagedRuntime<Services, unknown>,
    origin: string,
    administrator: string
  ) {
    this.#place = place
    this.#runtime = runtime
    this.origin = origin
    this.administrator = administrator
  }

  /** A ready server with organization acme in an empty place. `settings` are names without their prefix. */
  static async start(kind: PlaceKind, settings: Readonly<Record<string, string>> = {}): Promise<AuditedServer> {
    const place = await kind.make()
    const runtime = ManagedRuntime.make(layerTest({ ...place.settings, ...settings }))
    const { origin } = await runtime.runPromise(PublicUrl)
    await runtime.runPromise(Effect.flatMap(Organizations, (organizations) => organizations.create({ name: "acme" })))
    return new AuditedServer(place, runtime, origin, await runtime.runPromise(makeUser("alice", "admin")))
  }

  /** What the server's own services do, beside the API. */
  run<A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> {
    return this.#runtime.runPromise(effect)
  }

  /** The token of a new member of acme. */
  user(login: string, role: "admin" | "member"): Promise<string> {
    return this.run(makeUser(login, role))
  }

  entries(): Promise<ReadonlyArray<AuditEntry>> {
    return this.run(Effect.flatMap(AuditLog, (log) => log.list({}, { order: "oldest first", limit: 1000 })))
  }

  /** As the administrator, unless another token is given; null for none. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = this.administrator
  ): Promise<AuditedReply> {
    const before = (await this.entries()).length
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const written = (await this.entries()).slice(before)
    const json = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, requestId: response.headers.get("x-request-id"), json, written }
  }

  async close(): Promise<void> {
    await this.#runtime.dispose()
    await this.#place.release()
  }
}

/** Exactly one entry, of the same request and of now. */
export const assertWritten = (reply: AuditedReply, expected: Partial<AuditEntry>): void => {
  assert.lengthOf(reply.written, 1, `${reply.status} ${JSON.stringify(reply.json)}`)
  const [entry] = reply.written
  assert.deepInclude(entry, { requestId: reply.requestId, ...expected })
  assert.isAtMost(Math.abs(Date.now() - (entry?.at ?? 0)), 60_000, "the time of the entry")
}

/** Refused with this status, and nothing was written down. */
export const assertUnwritten = (reply: AuditedReply, status: number): void => {
  assert.deepStrictEqual([reply.status, reply.written], [status, []], JSON.stringify(reply.json))
}
