/** The rows that say who belongs to which organization. Decides nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationRole } from "@platform-control/core/Authorization"
import { inParts } from "./inParts.ts"
import { organizationColumns, type OrganizationRecord } from "./OrganizationsRepository.ts"

/** What a member may do. */
export interface Standing {
  readonly role: OrganizationRole
  /** The grant RegistryPublish, which administrators have without it. */
  readonly registryPublish: boolean
}

/** A member of an organization, with the face that lists show. */
export interface MemberRecord extends Standing {
  readonly userId: string
  readonly login: string
  readonly name: string
}

/** SQLite has no booleans: it gives 0 or 1. */
interface MemberRow extends Omit<MemberRecord, "registryPublish"> {
  readonly registryPublish: boolean | number
}

/** An organization of a user. */
export interface OrganizationOfUser extends OrganizationRecord {
  readonly role: OrganizationRole
}

const changed = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

/** A fault of the database is a defect in all of these. */
export const membersRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Gives the ids of those that were inserted: the others are members already. */
  insert: (
    organization: string,
    members: ReadonlyArray<Standing & { readonly userId: string }>
  ): Effect.Effect<ReadonlySet<string>> =>
    inParts(
      members.map(({ registryPublish, role, userId }) => ({
        organization,
        user_id: userId,
        role,
        registry_publish: registryPublish
      })),
      (part) => sql<{ userId: string }>`INSERT INTO admin_members ${sql.insert(part)}
        ON CONFLICT (organization, user_id) DO NOTHING RETURNING user_id AS "userId"`
    ).pipe(
      Effect.map((rows) => new Set(rows.map(({ userId }) => userId))),
      Effect.orDie
    ),
  /** Inside a transaction: the id of the member of that login, who then stays one until it ends. */
  hold: (organization: string, login: string): Effect.Effect<string | undefined> =>
    sql<{ id: string }>`SELECT u.id FROM admin_members m JOIN admin_users u ON u.id = m.user_id
      WHERE m.organization = ${organization} AND u.login = ${login}
      ${sql.onDialectOrElse({ pg: () => sql`FOR KEY SHARE OF m`, orElse: () => sql`` })}`.pipe(
      Effect.map(([row]) => row?.id),
      Effect.orDie
    ),
  /** Undefined when the user is no member; of a member it stays so until the transaction ends. */
  holdStanding: (organization: string, userId: string): Effect.Effect<Standing | undefined> =>
    sql<Pick<MemberRow, "role" | "registryPublish">>`SELECT role, registry_publish AS "registryPublish"
      FROM admin_members WHERE organization = ${organization} AND user_id = ${userId}
      ${sql.onDialectOrElse({ pg: () => sql`FOR UPDATE`, orElse: () => sql`` })}`.pipe(
      Effect.map(([row]) => row && { ...row, registryPublish: Boolean(row.registryPublish) }),
      Effect.orDie
    ),
  setStanding: (organization: string, userId: string, standing: Standing): Effect.Effect<void> =>
    sql`UPDATE admin_members SET role = ${standing.role}, registry_publish = ${standing.registryPublish}
      WHERE organization = ${organization} AND user_id = ${userId}`.pipe(Effect.asVoid, Effect.orDie),
  /** Their place in the organization's teams goes with it. False when the user is no member. */
  remove: (organization: string, userId: string): Effect.Effect<boolean> =>
    sql`DELETE FROM admin_members
      WHERE organization = ${organization} AND user_id = ${userId} RETURNING user_id`.pipe(changed, Effect.orDie),
  /** In the order of their logins, from the one after `after` on. */
  list: (organization: string, after: string, limit: number): Effect.Effect<ReadonlyArray<MemberRecord>> =>
    sql<MemberRow>`SELECT u.id AS "userId", u.login, u.name, m.role, m.registry_publish AS "registryPublish"
      FROM admin_members m JOIN admin_users u ON u.id = m.user_id
      WHERE m.organization = ${organization} AND u.login > ${after} ORDER BY u.login LIMIT ${limit}`.pipe(
      Effect.map((rows) => rows.map((row) => ({ ...row, registryPublish: Boolean(row.registryPublish) }))),
      Effect.orDie
    ),
  /** In the order of their names. */
  organizationsOf: (userId: string): Effect.Effect<ReadonlyArray<OrganizationOfUser>> =>
    sql<OrganizationOfUser>`SELECT ${sql.literal(organizationColumns)}, m.role
      FROM admin_members m JOIN admin_organizations ON admin_organizations.name = m.organization
      WHERE m.user_id = ${userId} ORDER BY admin_organizations.name`.pipe(Effect.orDie)
}))
