import { assert, describe, it } from "@effect/vitest"
import { migrate } from "@platform-control/core/database/Migrations"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { adminMigrations } from "../../src/server.ts"
import { credentialsRepository } from "../../src/tokens/CredentialsRepository.ts"
import { type TokenRecord, tokensRepository } from "../../src/tokens/TokensRepository.ts"

/** The tables as they were when whole hashes stood in their index. */
const before = {
  ...adminMigrations,
  migrations: Object.fromEntries(Object.entries(adminMigrations.migrations).filter(([name]) => name < "0010"))
}

const token = (id: string, more: Partial<TokenRecord>): TokenRecord => ({
  id,
  kind: "personal",
  organization: null,
  userId: "u",
  team: null,
  issuedFrom: null,
  name: null,
  description: `token ${id}`,
  admin: false,
  roleId: null,
  reason: null,
  createdBy: "alice",
  createdAt: 1,
  expiresAt: 0,
  lastUsed: 0,
  revokedAt: null,
  ...more
})

const ofOrganization = { kind: "organization", organization: "acme", userId: null } as const

const tokens = [
  token("personal", {}),
  token("refresh", { kind: "refresh", revokedAt: 5 }),
  token("issued", { issuedFrom: "refresh", expiresAt: 7 }),
  token("named", { ...ofOrganization, name: "deploy" }),
  token("exchanged", { ...ofOrganization, expiresAt: 9 }),
  token("of-team", { ...ofOrganization, kind: "team", team: "ops", name: "ops" })
]

/** Hashes that begin alike. */
const hashOf = (id: string) => `begins-with-this-${id}`

const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`tokens from before the index of short hashes on ${engine.name}`, () => {
    it.layer(engine.layer(before))((it) => {
      it.effect("are all there, with their names and what belongs to them", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO admin_organizations (name, display_name, avatar_url, created_at)
            VALUES ('acme', '', '', 0)`
          yield* sql`INSERT INTO admin_users (id, login, name, email, avatar_url, site_admin, registry_admin, created_at)
            VALUES ('u', 'alice', '', '', '', ${false}, ${false}, 0)`
          yield* sql`INSERT INTO admin_teams (organization, name, display_name, created_at) VALUES ('acme', 'ops', '', 0)`
          yield* sql`INSERT INTO admin_services (id, organization, name, owner_type, owner_name, owner_user_id,
              description, properties, created_at)
            VALUES ('s', 'acme', 's', 'user', 'alice', 'u', '', '[]', 0)`
          for (const one of tokens) {
            yield* sql`INSERT INTO admin_tokens (id, kind, hash, organization, user_id, team, issued_from, name,
                description, admin, role_id, reason, created_by, created_at, expires_at, last_used, revoked_at)
              VALUES (${one.id}, ${one.kind}, ${hashOf(one.id)}, ${one.organization}, ${one.userId}, ${one.team},
                ${one.issuedFrom}, ${one.name}, ${one.description}, ${one.admin}, ${one.roleId}, ${one.reason},
                ${one.createdBy}, ${one.createdAt}, ${one.expiresAt}, ${one.lastUsed}, ${one.revokedAt})`
          }
          yield* sql`INSERT INTO admin_service_tokens (token_id, service_id) VALUES ('named', 's'), ('of-team', 's')`
          const applied = yield* migrate([adminMigrations])
          assert.strictEqual(applied[0]?.name, "hash_prefix")

          const rows = yield* tokensRepository
          for (const one of tokens) assert.deepStrictEqual(yield* rows.find(one.id), Option.some(one))
          const held = sql<{ readonly id: string }>`SELECT token_id AS id FROM admin_service_tokens
            WHERE service_id = 's' ORDER BY token_id`
          assert.deepStrictEqual(ids(yield* held), ["named", "of-team"])

          const { findByHash } = yield* credentialsRepository
          for (const { id } of tokens) assert.strictEqual((yield* findByHash(hashOf(id)))?.tokenId, id)
          assert.isUndefined(yield* findByHash(hashOf("another")))

          const again = (id: string) => rows.insert(token(id, { ...ofOrganization, name: "deploy" }), hashOf(id))
          assert.isFalse(yield* again("second"))
          assert.isTrue(yield* rows.insert(token("third", ofOrganization), hashOf("third")))

          yield* sql`DELETE FROM admin_tokens WHERE id = 'refresh'`
          yield* sql`DELETE FROM admin_tokens WHERE id = 'named'`
          const left = yield* sql<{ readonly id: string }>`SELECT id FROM admin_tokens ORDER BY id`
          assert.deepStrictEqual(ids(left), ["exchanged", "of-team", "personal", "third"])
          assert.deepStrictEqual(ids(yield* held), ["of-team"])
        })
      )
    })
  })
}
