/** The rows of services and of who belongs to them. Decides nothing. */
import { Effect, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { rowLimit } from "@platform-control/core/database/rowLimit"
import type { ServiceMember, ServiceMemberType, ServiceProperty } from "../contract/index.ts"

/** A service as it is kept, with its owner's face. */
export interface ServiceRecord {
  readonly id: string
  readonly organization: string
  readonly name: string
  readonly ownerType: ServiceMemberType
  readonly ownerName: string
  /** Null for a team, and for a user who is gone. */
  readonly ownerUserId: string | null
  readonly ownerAvatarUrl: string
  readonly description: string
  readonly properties: ReadonlyArray<ServiceProperty>
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** Somebody besides the owner. */
export interface MemberRecord extends ServiceMember {
  readonly serviceId: string
  /** Null for a team. */
  readonly userId: string | null
}

/** What can be changed; what is left out stays. */
export interface ServiceFields {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly properties?: ReadonlyArray<ServiceProperty> | undefined
}

interface ServiceRow extends Omit<ServiceRecord, "properties"> {
  readonly properties: string
}

const serviceColumns = `
  s.id, s.organization, s.name, s.owner_type AS "ownerType", s.owner_name AS "ownerName",
  s.owner_user_id AS "ownerUserId", COALESCE(u.avatar_url, '') AS "ownerAvatarUrl", s.description, s.properties,
  s.created_at AS "createdAt"`

const toRecord = (row: ServiceRow): ServiceRecord => ({
  ...row,
  properties: JSON.parse(row.properties) as ReadonlyArray<ServiceProperty>
})

const isTaken = (error: SqlError.SqlError): boolean => error.reason._tag === "UniqueViolation"

/** A fault of the database is a defect in all of these. */
export const servicesRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const select = sql`SELECT ${sql.literal(serviceColumns)} FROM admin_services s
    LEFT JOIN admin_users u ON u.id = s.owner_user_id`
  const forUpdate = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE OF s`, orElse: () => sql`` })
  const forKeyShare = sql.onDialectOrElse({ pg: () => sql`FOR KEY SHARE`, orElse: () => sql`` })
  const isThere = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

  const one = (organization: string, name: string, lock: typeof forUpdate) =>
    sql<ServiceRow>`${select} WHERE s.organization = ${organization} AND s.name = ${name} ${lock}`.pipe(
      Effect.map((rows) => Option.map(Option.fromUndefinedOr(rows[0]), toRecord)),
      Effect.orDie
    )

  return {
    /** Whether there is such a user, who then stays until the transaction ends. */
    keepUser: (userId: string): Effect.Effect<boolean> =>
      sql`SELECT id FROM admin_users WHERE id = ${userId} ${forKeyShare}`.pipe(isThere, Effect.orDie),

    /** False when the organization has a service of that name. */
    insert: (service: Omit<ServiceRecord, "ownerAvatarUrl">): Effect.Effect<boolean> =>
      sql`INSERT INTO admin_services (id, organization, name, owner_type, owner_name, owner_user_id, description,
          properties, created_at)
        VALUES (${service.id}, ${service.organization}, ${service.name}, ${service.ownerType}, ${service.ownerName},
          ${service.ownerUserId}, ${service.description}, ${JSON.stringify(service.properties)}, ${service.createdAt})
        ON CONFLICT (organization, name) DO NOTHING RETURNING id`.pipe(isThere, Effect.orDie),

    find: (organization: string, name: string): Effect.Effect<Option.Option<ServiceRecord>> =>
      one(organization, name, sql``),

    /** Inside a transaction: nobody else changes the service, its items, members or tokens before it ends. */
    findForChange: (organization: string, name: string): Effect.Effect<Option.Option<ServiceRecord>> =>
      one(organization, name, forUpdate),

    /** In the order of their names, from the one after `after` on. */
    list: (organization: string, after: string, limit: number): Effect.Effect<ReadonlyArray<ServiceRecord>> =>
      sql<ServiceRow>`${select} WHERE s.organization = ${organization} AND s.name > ${after}
        ORDER BY s.name LIMIT ${rowLimit(sql, limit)}`.pipe(
        Effect.map((rows) => rows.map(toRecord)),
        Effect.orDie
      ),

    /**
     * False when another service has the new name. On PostgreSQL one that has it only since a moment ago is found by
     * the index alone, after which the transaction can't go on.
     */
    update: ({ id, organization }: ServiceRecord, fields: ServiceFields): Effect.Effect<boolean> => {
      const { description, name, properties } = fields
      return sql`UPDATE admin_services SET
          name = COALESCE(${name ?? null}, name),
          description = COALESCE(${description ?? null}, description),
          properties = COALESCE(${properties === undefined ? null : JSON.stringify(properties)}, properties)
        WHERE id = ${id} AND NOT EXISTS (
          SELECT 1 FROM admin_services WHERE organization = ${organization} AND name = ${name ?? ""} AND id <> ${id}
        ) RETURNING id`.pipe(
        isThere,
        Effect.catch((error) => (isTaken(error) ? Effect.succeed(false) : Effect.die(error)))
      )
    },

    /** With its items and members. */
    remove: (id: string): Effect.Effect<void> =>
      sql`DELETE FROM admin_services WHERE id = ${id}`.pipe(Effect.asVoid, Effect.orDie),

    /** Of all these services, in the order of type and name, teams first. */
    members: (ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<MemberRecord>> =>
      ids.length === 0
        ? Effect.succeed([])
        : sql<MemberRecord>`
          SELECT service_id AS "serviceId", 'team' AS "type", team AS "name", '' AS "avatarUrl", NULL AS "userId"
            FROM admin_service_teams WHERE ${sql.in("service_id", ids)}
          UNION ALL
          SELECT m.service_id, 'user', u.login, u.avatar_url, u.id
            FROM admin_service_users m JOIN admin_users u ON u.id = m.user_id WHERE ${sql.in("m.service_id", ids)}
          ORDER BY 1, 2, 3`.pipe(Effect.orDie),

    /** These and nobody else, of whom the organization knows. */
    setMembers: (
      { id, organization }: ServiceRecord,
      members: { readonly users: ReadonlyArray<string>; readonly teams: ReadonlyArray<string> }
    ): Effect.Effect<void> =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM admin_service_users WHERE service_id = ${id}`
        yield* sql`DELETE FROM admin_service_teams WHERE service_id = ${id}`
        if (members.users.length > 0)
          yield* sql`INSERT INTO admin_service_users (service_id, organization, user_id)
            SELECT CAST(${id} AS TEXT), organization, user_id FROM admin_members
            WHERE organization = ${organization} AND ${sql.in("user_id", members.users)}`
        if (members.teams.length > 0)
          yield* sql`INSERT INTO admin_service_teams (service_id, organization, team)
            SELECT CAST(${id} AS TEXT), organization, name FROM admin_teams
            WHERE organization = ${organization} AND ${sql.in("name", members.teams)}`
      }).pipe(Effect.orDie)
  }
})
