/** The tables of this area: who there is, who belongs where, and which tokens stand for them. Holds no secret in clear. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AreaMigrations } from "@platform-control/core/database/Migrations"
import { auditTables } from "./audit/auditTables.ts"
import { keyType } from "./keyType.ts"
import { featuresMigration } from "./organizations/featuresMigration.ts"
import { issuersMigration } from "./organizations/issuersMigration.ts"
import { teamRolesMigration } from "./organizations/teamRolesMigration.ts"
import { servicesMigration } from "./services/servicesMigration.ts"
import { expiredTokensIndex } from "./tokens/expiredTokensIndex.ts"
import { hashPrefixMigration } from "./tokens/hashPrefixMigration.ts"
import { tokenIndexes } from "./tokens/tokenIndexes.ts"
import { userTokenIndexes } from "./tokens/userTokenIndexes.ts"

const organizations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_organizations (
    name ${key} PRIMARY KEY,
    display_name TEXT NOT NULL,
    avatar_url TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE TABLE admin_users (
    id ${key} PRIMARY KEY,
    login ${key} NOT NULL UNIQUE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    avatar_url TEXT NOT NULL,
    site_admin BOOLEAN NOT NULL,
    registry_admin BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE TABLE admin_members (
    organization ${key} NOT NULL REFERENCES admin_organizations (name),
    user_id ${key} NOT NULL REFERENCES admin_users (id),
    role TEXT NOT NULL CHECK (role IN ('member', 'admin', 'billing-manager')),
    registry_publish BOOLEAN NOT NULL,
    PRIMARY KEY (organization, user_id)
  )`
  yield* sql`CREATE INDEX admin_members_user ON admin_members (user_id)`
})

const teams = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_teams (
    organization ${key} NOT NULL REFERENCES admin_organizations (name),
    name ${key} NOT NULL,
    display_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (organization, name)
  )`
  yield* sql`CREATE TABLE admin_team_members (
    organization ${key} NOT NULL,
    team ${key} NOT NULL,
    user_id ${key} NOT NULL,
    PRIMARY KEY (organization, team, user_id),
    FOREIGN KEY (organization, team) REFERENCES admin_teams (organization, name) ON DELETE CASCADE,
    FOREIGN KEY (organization, user_id) REFERENCES admin_members (organization, user_id) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX admin_team_members_user ON admin_team_members (organization, user_id)`
})

/**
 * Revoked rows stay, and with them their names. Tokens without a name (personal ones, and those that an exchange
 * issued) have NULL there, which no uniqueness compares.
 */
const tokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_tokens (
    id ${key} PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('personal', 'organization', 'team', 'runner', 'refresh', 'agent')),
    hash ${key} NOT NULL UNIQUE,
    organization ${key} REFERENCES admin_organizations (name),
    user_id ${key} REFERENCES admin_users (id) ON DELETE CASCADE,
    team ${key},
    issued_from ${key} REFERENCES admin_tokens (id) ON DELETE CASCADE,
    name ${key},
    description TEXT NOT NULL,
    admin BOOLEAN NOT NULL,
    role_id TEXT,
    reason TEXT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_used BIGINT NOT NULL,
    revoked_at BIGINT,
    UNIQUE (organization, name),
    FOREIGN KEY (organization, team) REFERENCES admin_teams (organization, name),
    CHECK ((user_id IS NULL) = (kind IN ('organization', 'team', 'runner'))),
    CHECK (user_id IS NOT NULL OR organization IS NOT NULL),
    CHECK ((team IS NOT NULL) = (kind = 'team'))
  )`
  yield* sql`CREATE INDEX admin_tokens_user ON admin_tokens (user_id, created_at, id)`
  yield* sql`CREATE INDEX admin_tokens_organization ON admin_tokens (organization, created_at, id)`
  yield* sql`CREATE INDEX admin_tokens_issued_from ON admin_tokens (issued_from)`
})

/** Run before anything else of this area. */
export const adminMigrations: AreaMigrations = {
  area: "admin",
  migrations: {
    "0001_organizations_users_tokens": Effect.all([organizations, teams, tokens], { discard: true }),
    "0002_audit": auditTables,
    "0003_token_indexes": tokenIndexes,
    "0004_expired_tokens": expiredTokensIndex,
    "0005_team_roles": teamRolesMigration,
    "0006_issuers": issuersMigration,
    "0007_features": featuresMigration,
    "0008_services": servicesMigration,
    "0009_user_token_indexes": userTokenIndexes,
    "0010_hash_prefix": hashPrefixMigration
  }
}
