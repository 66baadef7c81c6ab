/** The tables of services, of what is attached to them, of who belongs to them, and of the tokens that they hold. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keyType } from "../keyType.ts"

/**
 * A service stands under its owner's name, which stays when the owner goes. Ownership by a user goes with the user: who
 * takes the login later must not inherit it. Properties are read and changed whole: they are one JSON text.
 */
const services = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_services (
    id ${key} PRIMARY KEY,
    organization ${key} NOT NULL REFERENCES admin_organizations (name) ON DELETE CASCADE,
    name ${key} NOT NULL,
    owner_type TEXT NOT NULL CHECK (owner_type IN ('user', 'team')),
    owner_name ${key} NOT NULL,
    owner_user_id ${key} REFERENCES admin_users (id) ON DELETE SET NULL,
    description TEXT NOT NULL,
    properties TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (organization, name)
  )`
  yield* sql`CREATE INDEX admin_services_owner_user ON admin_services (owner_user_id)`
})

/** Who leaves the organization leaves its services, as does a team that is removed. */
const members = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_service_users (
    service_id ${key} NOT NULL REFERENCES admin_services (id) ON DELETE CASCADE,
    organization ${key} NOT NULL,
    user_id ${key} NOT NULL,
    PRIMARY KEY (service_id, user_id),
    FOREIGN KEY (organization, user_id) REFERENCES admin_members (organization, user_id) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX admin_service_users_member ON admin_service_users (organization, user_id)`
  yield* sql`CREATE TABLE admin_service_teams (
    service_id ${key} NOT NULL REFERENCES admin_services (id) ON DELETE CASCADE,
    organization ${key} NOT NULL,
    team ${key} NOT NULL,
    PRIMARY KEY (service_id, team),
    FOREIGN KEY (organization, team) REFERENCES admin_teams (organization, name) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX admin_service_teams_team ON admin_service_teams (organization, team)`
})

const items = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_service_items (
    service_id ${key} NOT NULL REFERENCES admin_services (id) ON DELETE CASCADE,
    type ${key} NOT NULL,
    name ${key} NOT NULL,
    added_by ${key} REFERENCES admin_users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (service_id, type, name)
  )`
  yield* sql`CREATE INDEX admin_service_items_added_by ON admin_service_items (added_by)`
})

/** A token belongs to one service at most. The service's removal revokes it first, so that it stays on record. */
const tokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_service_tokens (
    token_id ${key} PRIMARY KEY REFERENCES admin_tokens (id) ON DELETE CASCADE,
    service_id ${key} NOT NULL REFERENCES admin_services (id) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX admin_service_tokens_service ON admin_service_tokens (service_id)`
})

export const servicesMigration = Effect.all([services, members, items, tokens], { discard: true })
