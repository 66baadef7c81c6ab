/** The rows of trusted issuers. Decides nothing. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { IssuerKeys, type TrustRule, TrustRules } from "./TrustRule.ts"

/** An issuer as it is kept. */
export interface IssuerRecord {
  readonly organization: string
  /** Unique within the organization; never changes. */
  readonly name: string
  /** As the claim `iss` of its identity tokens has it; unique within the organization. */
  readonly url: string
  /** Given keys; null where they are discovered. */
  readonly jwks: IssuerKeys | null
  readonly maxExpirationSeconds: number
  readonly rules: ReadonlyArray<TrustRule>
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

interface IssuerRow extends Omit<IssuerRecord, "jwks" | "rules"> {
  readonly jwks: string | null
  readonly rules: string
}

const issuerColumns = `organization, name, url, jwks, max_expiration_seconds AS "maxExpirationSeconds", rules,
  created_at AS "createdAt"`

const decodeKeys = Schema.decodeSync(Schema.fromJsonString(IssuerKeys))
const decodeRules = Schema.decodeSync(Schema.fromJsonString(TrustRules))

const toRecord = (row: IssuerRow): IssuerRecord => ({
  ...row,
  jwks: row.jwks === null ? null : decodeKeys(row.jwks),
  rules: decodeRules(row.rules)
})

const keysText = ({ jwks }: IssuerRecord): string | null => (jwks === null ? null : JSON.stringify(jwks))

/** A fault of the database is a defect in all of these. */
export const issuersRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(issuerColumns)
  const one = (rows: ReadonlyArray<IssuerRow>) => Option.map(Option.fromUndefinedOr(rows[0]), toRecord)
  return {
    /** False when the organization has an issuer of that name or address. */
    insert: (issuer: IssuerRecord): Effect.Effect<boolean> =>
      sql`INSERT INTO admin_issuers (organization, name, url, jwks, max_expiration_seconds, rules, created_at)
        VALUES (${issuer.organization}, ${issuer.name}, ${issuer.url}, ${keysText(issuer)},
          ${issuer.maxExpirationSeconds}, ${JSON.stringify(issuer.rules)}, ${issuer.createdAt})
        ON CONFLICT DO NOTHING RETURNING name`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    find: (organization: string, name: string): Effect.Effect<Option.Option<IssuerRecord>> =>
      sql<IssuerRow>`SELECT ${columns} FROM admin_issuers
        WHERE organization = ${organization} AND name = ${name}`.pipe(Effect.map(one), Effect.orDie),
    findByUrl: (organization: string, url: string): Effect.Effect<Option.Option<IssuerRecord>> =>
      sql<IssuerRow>`SELECT ${columns} FROM admin_issuers
        WHERE organization = ${organization} AND url = ${url}`.pipe(Effect.map(one), Effect.orDie),
    /** In the order of their names, from the one after `after` on. */
    list: (organization: string, after: string, limit: number): Effect.Effect<ReadonlyArray<IssuerRecord>> =>
      sql<IssuerRow>`SELECT ${columns} FROM admin_issuers WHERE organization = ${organization} AND name > ${after}
        ORDER BY name LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toRecord)),
        Effect.orDie
      ),
    /** All but its name; another issuer of the organization with the same address would make this fail. */
    update: (issuer: IssuerRecord): Effect.Effect<void> =>
      sql`UPDATE admin_issuers SET url = ${issuer.url}, jwks = ${keysText(issuer)},
          max_expiration_seconds = ${issuer.maxExpirationSeconds}, rules = ${JSON.stringify(issuer.rules)}
        WHERE organization = ${issuer.organization} AND name = ${issuer.name}`.pipe(Effect.asVoid, Effect.orDie),
    /** What stands instead of their addresses is none, and no two have the same. */
    freeAddresses: (organization: string, names: ReadonlyArray<string>): Effect.Effect<void> =>
      sql`UPDATE admin_issuers SET url = name
        WHERE organization = ${organization} AND ${sql.in("name", names)}`.pipe(Effect.asVoid, Effect.orDie),
    /** False when there is no such issuer. */
    remove: (organization: string, name: string): Effect.Effect<boolean> =>
      sql`DELETE FROM admin_issuers WHERE organization = ${organization} AND name = ${name} RETURNING name`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      )
  }
})
