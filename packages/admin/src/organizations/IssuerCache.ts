/** The issuers that exchanges asked for, and the news that makes them wrong. */
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { Events } from "@platform-control/core/Events"
import type { Perishable } from "../Remembered.ts"
import { makeSharedMemory, type SharedMemory } from "../SharedMemory.ts"
import type { IssuerRecord } from "./IssuersRepository.ts"

/** The signal of an organization whose issuers changed, or that is gone; its payload is the organization's name. */
export const ISSUERS_CHANGED = "admin.issuers-changed"

const CAPACITY = 10_000

/** What is remembered of an issuer that an organization trusts. */
export interface IssuerEntry extends Perishable {
  readonly issuer: IssuerRecord
}

const belongsTo =
  (organization: string) =>
  ({ issuer }: IssuerEntry) =>
    issuer.organization === organization

/** Whatever changes an organization's issuers says so here, inside the transaction that does it. */
export class IssuerCache extends Context.Service<
  IssuerCache,
  Omit<SharedMemory<IssuerEntry>, "forgetOn"> & {
    readonly issuersChanged: (organization: string) => Effect.Effect<void>
  }
>()("platform-control/admin/IssuerCache") {
  static readonly layer: Layer.Layer<IssuerCache, never, SqlClient.SqlClient | Events> = Layer.effect(
    IssuerCache,
    Effect.gen(function* () {
      const { entries, forgetOn, isCurrent } = yield* makeSharedMemory<IssuerEntry>(CAPACITY)
      return IssuerCache.of({ entries, isCurrent, issuersChanged: yield* forgetOn(ISSUERS_CHANGED, belongsTo) })
    })
  )
}
