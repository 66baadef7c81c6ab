/**
 * Port: what was written, said by the service that writes it. Who keeps the entries is another area's business; unless
 * plugged, nobody does. Knows no table.
 */
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Caller, CurrentPrincipal, type Principal } from "./Authorization.ts"

/** One write, as its service says it. No part of it may hold a secret. */
export interface AuditedWrite {
  /** `<kind of thing>.<verb>`, both in kebab case: `token.create`, `package-version.publish`. */
  readonly action: `${string}.${string}`
  /** Which thing: the name or id by which it is found again. */
  readonly target: string
  /** The organization that it belongs to, under its canonical name; absent where it belongs to none. */
  readonly organization?: string | undefined
  /** Why, in the caller's words. */
  readonly reason?: string | undefined
}

/**
 * Taken once while a service is built. `record` is called inside the transaction of the write, so that the entry stands
 * if and only if the write does:
 *
 *     yield* audit.record({ action: "token.create", target: id, organization })
 */
export interface Audit {
  /** Adds who did it and in which request. A fault of the storage is a defect, and undoes the write. */
  readonly record: (write: AuditedWrite) => Effect.Effect<void>
  /** Several writes of one transaction at the price of one, for writes that several requests share. */
  readonly recordAll: (writes: ReadonlyArray<AttributedWrite>) => Effect.Effect<void>
}

export const Audit = Context.Reference<Audit>("platform-control/core/Audit", {
  defaultValue: () => ({ record: () => Effect.void, recordAll: () => Effect.void })
})

/** Whoever is behind a write. */
export interface AuditActor {
  /** `organization`: one of the organization's own tokens; `command`: the command, on the server's machine. */
  readonly kind: "user" | "organization" | "command" | "issuer" | "server"
  /** Login, organization's name, name on the machine, or address of the issuer. */
  readonly name: string
  /** The token that was presented. */
  readonly tokenId?: string
}

/** Stands above the request's caller, for writes that no authenticated request makes. */
export const ActingAs = Context.Reference<AuditActor | undefined>("platform-control/core/Audit/ActingAs", {
  defaultValue: () => undefined
})

const server: AuditActor = { kind: "server", name: "platform-control" }

/** An organization's own token acts as the organization, whoever made it (Spec B, Access tokens). */
const actorOf = ({ login, tokenId, userId }: Principal): AuditActor => ({
  kind: userId === undefined ? "organization" : "user",
  name: login,
  tokenId
})

const actorIn = (context: Context.Context<never>): AuditActor => {
  const named = Context.get(context, ActingAs)
  if (named !== undefined) return named
  const principal = Context.getOrUndefined(context, CurrentPrincipal)
  if (principal !== undefined) return actorOf(principal)
  const caller = Context.getOrUndefined(context, Caller)
  return caller?._tag === "Principal" ? actorOf(caller) : server
}

/** Where a write comes from. */
export interface AuditOrigin {
  readonly actor: AuditActor
  /** The request's `X-Request-Id`; undefined outside a request. */
  readonly requestId: string | undefined
}

/** A write together with where it comes from. */
export interface AttributedWrite {
  readonly write: AuditedWrite
  readonly origin: AuditOrigin
}

/** Who acts here and now, for whoever keeps the entries; the server itself where nobody else is named. */
export const auditOrigin: Effect.Effect<AuditOrigin> = Effect.contextWith((context: Context.Context<never>) =>
  Effect.succeed({
    actor: actorIn(context),
    requestId: Context.getOrUndefined(context, HttpServerRequest.HttpServerRequest)?.headers["x-request-id"]
  })
)
