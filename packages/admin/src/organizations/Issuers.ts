/** Whose identity tokens an organization takes, and for what. Set by the administration command; knows no token and no HTTP. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import { BadRequest, type Conflict, type NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { issuerExists, issuerNotFound, issuerUrlTaken } from "../Refusals.ts"
import { READ_AGAIN_AFTER_MILLISECONDS } from "../SharedMemory.ts"
import { differences } from "./differences.ts"
import { IssuerCache } from "./IssuerCache.ts"
import { type IssuerRecord, issuersRepository } from "./IssuersRepository.ts"
import { Organizations } from "./Organizations.ts"
import { problemsText, schemaProblems } from "./schemaProblems.ts"
import { DEFAULT_MAX_EXPIRATION_SECONDS, IssuerDefinition } from "./TrustRule.ts"

export type { IssuerRecord } from "./IssuersRepository.ts"

const decode = Schema.decodeEffect(IssuerDefinition)

/** A definition that keeps the rules, or the 400 that names each place where it does not. */
const checked = (definition: IssuerDefinition): Effect.Effect<IssuerDefinition, BadRequest> =>
  decode(definition, { errors: "all", onExcessProperty: "error" }).pipe(
    Effect.mapError((error) => {
      const problems = schemaProblems(error, Number.POSITIVE_INFINITY)
      return new BadRequest({
        message: problemsText(problems, ({ message, path }) => `issuer.${path.join(".")}: ${message}`).join("; "),
        errors: problems.map(({ message, path }) => ({
          resource: "issuer",
          attribute: path.join("."),
          errorType: "invalid" as const,
          customMessage: message
        }))
      })
    })
  )

const toRecord = (organization: string, definition: IssuerDefinition, createdAt: number): IssuerRecord => ({
  organization,
  name: definition.name,
  url: definition.url,
  jwks: definition.jwks ?? null,
  maxExpirationSeconds: definition.maxExpirationSeconds ?? DEFAULT_MAX_EXPIRATION_SECONDS,
  rules: definition.rules ?? [],
  createdAt
})

/** What changes here holds from the next exchange on, in every process; tokens that were issued before keep working until they expire. */
export class Issuers extends Context.Service<
  Issuers,
  {
    /**
     * Without rules it denies everything. 400 for what breaks a rule of the form, 404 for an unknown organization, 409
     * when the organization has an issuer of that name or address.
     */
    readonly create: (
      organization: string,
      issuer: IssuerDefinition
    ) => Effect.Effect<IssuerRecord, BadRequest | NotFound | Conflict>
    /**
     * Replaces all that is said of the issuer by what `wanted` makes of it. Changes of one organization's issuers wait for
     * each other, so none is lost. 404 when there is none of that name, 409 for another one's address.
     */
    readonly change: <E>(
      organization: string,
      name: string,
      wanted: (before: IssuerRecord) => Effect.Effect<Omit<IssuerDefinition, "name">, E>
    ) => Effect.Effect<IssuerRecord, E | BadRequest | NotFound | Conflict>
    /** `change`, whatever was said before. */
    readonly replace: (
      organization: string,
      issuer: IssuerDefinition
    ) => Effect.Effect<IssuerRecord, BadRequest | NotFound | Conflict>
    /** Inside a transaction that then replaces each of these issuers: until it does, others can be given their addresses. */
    readonly freeAddresses: (organization: string, names: ReadonlyArray<string>) => Effect.Effect<void, NotFound>
    /** 404 when the organization has none of that name. */
    readonly get: (organization: string, name: string) => Effect.Effect<IssuerRecord, NotFound>
    /**
     * The one that an organization trusts under an address, without a query where it was asked for not long ago. Whether
     * the organization exists is not told apart.
     */
    readonly findTrusted: (organization: string, url: string) => Effect.Effect<Option.Option<IssuerRecord>>
    /** In the order of their names, at most `limit`, beginning after the name `after`. 404 without organization. */
    readonly list: (
      organization: string,
      page: { readonly after?: string; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<IssuerRecord>, NotFound>
    readonly remove: (organization: string, name: string) => Effect.Effect<void, NotFound>
  }
>()("platform-control/admin/Issuers") {
  static readonly layer: Layer.Layer<Issuers, never, SqlClient.SqlClient | Events> = Layer.effect(
    Issuers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* issuersRepository
      const audit = yield* Audit
      const cache = yield* IssuerCache
      const clock = yield* Clock.Clock
      const organizations = yield* Organizations
      const transaction = <A, E>(body: Effect.Effect<A, E>) =>
        body.pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die)) as Effect.Effect<A, E>

      const create = Effect.fn("Issuers.create")(function* (organization: string, definition: IssuerDefinition) {
        const issuer = yield* checked(definition)
        yield* organizations.holdForChange(organization)
        const record = toRecord(organization, issuer, yield* Clock.currentTimeMillis)
        if (!(yield* rows.insert(record))) return yield* issuerExists(organization, issuer.name, issuer.url)
        yield* audit.record({ action: "issuer.create", target: issuer.name, organization })
        return record
      }, transaction)

      const get = Effect.fn("Issuers.get")(function* (organization: string, name: string) {
        yield* organizations.get(organization)
        const found = name.includes("\0") ? Option.none() : yield* rows.find(organization, name)
        return Option.isSome(found) ? found.value : yield* issuerNotFound(organization, name)
      })

      const change = <E>(
        organization: string,
        name: string,
        wanted: (before: IssuerRecord) => Effect.Effect<Omit<IssuerDefinition, "name">, E>
      ) =>
        Effect.gen(function* () {
          yield* organizations.holdForChange(organization)
          const before = yield* get(organization, name)
          const issuer = yield* checked({ ...(yield* wanted(before)), name })
          const sameUrl = yield* rows.findByUrl(organization, issuer.url)
          if (Option.isSome(sameUrl) && sameUrl.value.name !== name)
            return yield* issuerUrlTaken(organization, sameUrl.value.name, issuer.url)
          const record = toRecord(organization, issuer, before.createdAt)
          if (differences<IssuerRecord>(before, record).details.length === 0) return before
          yield* rows.update(record)
          yield* audit.record({ action: "issuer.replace", target: name, organization })
          yield* cache.issuersChanged(organization)
          return record
        }).pipe(transaction, Effect.withSpan("Issuers.change"))

      const remove = Effect.fn("Issuers.remove")(function* (organization: string, name: string) {
        yield* organizations.holdForChange(organization)
        yield* get(organization, name)
        yield* rows.remove(organization, name)
        yield* audit.record({ action: "issuer.remove", target: name, organization })
        yield* cache.issuersChanged(organization)
      }, transaction)

      const lookUp = Effect.fnUntraced(function* (organization: string, url: string, key: string) {
        const generation = cache.entries.generation()
        const found = yield* rows.findByUrl(organization, url)
        if (Option.isSome(found)) {
          const validUntil = clock.currentTimeMillisUnsafe() + READ_AGAIN_AFTER_MILLISECONDS
          cache.entries.put(key, { issuer: found.value, validUntil }, generation)
        }
        return found
      })

      const findTrusted = (organization: string, url: string) =>
        Effect.suspend(() => {
          if (organization.includes("\0") || url.includes("\0")) return Effect.succeedNone
          const key = `${organization}\0${url}`
          const known = cache.isCurrent() ? cache.entries.get(key, clock.currentTimeMillisUnsafe()) : undefined
          return known === undefined ? lookUp(organization, url, key) : Effect.succeedSome(known.issuer)
        })

      return Issuers.of({
        create,
        change,
        replace: (organization, issuer) => change(organization, issuer.name, () => Effect.succeed(issuer)),
        freeAddresses: (organization, names) =>
          Effect.andThen(organizations.holdForChange(organization), rows.freeAddresses(organization, names)),
        get,
        findTrusted,
        list: Effect.fn("Issuers.list")(function* (organization, page) {
          yield* organizations.get(organization)
          return yield* rows.list(organization, page.after ?? "", page.limit)
        }),
        remove
      })
    })
  ).pipe(Layer.provide([Organizations.layer, IssuerCache.layer]))
}
