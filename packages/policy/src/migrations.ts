/** The tables of policy packs. Names compare by their bytes on both engines, so that pages follow one order. */
import type { AreaMigrations } from "@platform-control/core/database/Migrations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const nameType = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({ pg: () => sql.literal('TEXT COLLATE "C"'), orElse: () => sql.literal("TEXT") })

/** What a name has used up. Outlives its versions and its pack: numbers and tags are never used again. */
const createNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = nameType(sql)
  yield* sql`
    CREATE TABLE policy_names (
      organization ${name} NOT NULL,
      name ${name} NOT NULL,
      last_number BIGINT NOT NULL,
      PRIMARY KEY (organization, name)
    )`
  yield* sql`
    CREATE TABLE policy_tags (
      organization ${name} NOT NULL,
      name ${name} NOT NULL,
      tag ${name} NOT NULL,
      PRIMARY KEY (organization, name, tag)
    )`
})

/** One row a pack, with its newest complete version, which is what lists show. */
const createPacks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = nameType(sql)
  yield* sql`
    CREATE TABLE policy_packs (
      id TEXT PRIMARY KEY,
      organization ${name} NOT NULL,
      name ${name} NOT NULL,
      visibility TEXT NOT NULL,
      external INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      latest_number BIGINT,
      latest_tag TEXT,
      latest_display_name TEXT,
      UNIQUE (organization, name)
    )`
  yield* sql`CREATE INDEX policy_packs_public ON policy_packs (name, organization) WHERE visibility = 'public'`
})

const createVersions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = nameType(sql)
  yield* sql`
    CREATE TABLE policy_versions (
      pack_id TEXT NOT NULL,
      number BIGINT NOT NULL,
      tag ${name},
      display_name TEXT NOT NULL,
      upload_id TEXT NOT NULL,
      created_by TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      completed_at BIGINT,
      archive TEXT,
      archive_bytes BIGINT,
      policies TEXT NOT NULL,
      details TEXT NOT NULL,
      PRIMARY KEY (pack_id, number)
    )`
  yield* sql`CREATE UNIQUE INDEX policy_versions_by_tag ON policy_versions (pack_id, tag)`
  yield* sql`CREATE INDEX policy_versions_incomplete ON policy_versions (created_at) WHERE completed_at IS NULL`
})

const createOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = nameType(sql)
  yield* sql`
    CREATE TABLE policy_operations (
      id TEXT PRIMARY KEY,
      organization ${name} NOT NULL,
      name ${name} NOT NULL,
      tag ${name} NOT NULL,
      display_name TEXT NOT NULL,
      created_by TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      completed_at BIGINT,
      policies TEXT NOT NULL,
      details TEXT NOT NULL
    )`
  yield* sql`CREATE INDEX policy_operations_by_pack ON policy_operations (organization, name)`
  yield* sql`CREATE INDEX policy_operations_by_age ON policy_operations (created_at)`
  // Blobs that no version owns yet, or any more: what a crash leaves behind is found here.
  yield* sql`CREATE TABLE policy_loose_blobs (blob TEXT PRIMARY KEY, due_at BIGINT NOT NULL)`
  yield* sql`CREATE INDEX policy_loose_blobs_by_time ON policy_loose_blobs (due_at)`
})

const createGroups = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = nameType(sql)
  yield* sql`
    CREATE TABLE policy_groups (
      organization ${name} NOT NULL,
      name ${name} NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (organization, name)
    )`
  yield* sql`
    CREATE TABLE policy_group_packs (
      organization ${name} NOT NULL,
      group_name ${name} NOT NULL,
      pack_id TEXT NOT NULL,
      number BIGINT NOT NULL,
      settings TEXT NOT NULL,
      PRIMARY KEY (organization, group_name, pack_id)
    )`
  yield* sql`CREATE INDEX policy_group_packs_by_version ON policy_group_packs (pack_id, number)`
  yield* sql`
    CREATE TABLE policy_access (
      organization ${name} NOT NULL,
      pack_id TEXT NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (organization, pack_id)
    )`
  yield* sql`CREATE INDEX policy_access_by_pack ON policy_access (pack_id)`
})

/** Lists follow one index each, whatever else stands beside what they show. */
const orderLists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = nameType(sql)
  yield* sql`
    CREATE INDEX policy_packs_complete ON policy_packs (organization, name) WHERE latest_number IS NOT NULL`
  yield* sql`CREATE INDEX policy_versions_complete ON policy_versions (pack_id, number) WHERE completed_at IS NOT NULL`
  yield* sql`CREATE INDEX policy_group_packs_by_user ON policy_group_packs (organization, pack_id)`
  // A pack's name and publisher never change, so what an organization has added stands in the order of the list.
  yield* sql`ALTER TABLE policy_access ADD COLUMN publisher ${name} NOT NULL DEFAULT ''`
  yield* sql`ALTER TABLE policy_access ADD COLUMN name ${name} NOT NULL DEFAULT ''`
  yield* sql`
    UPDATE policy_access SET publisher = p.organization, name = p.name FROM policy_packs AS p
    WHERE p.id = policy_access.pack_id`
  yield* sql`CREATE INDEX policy_access_added ON policy_access (organization, name, publisher) WHERE state = 'added'`
})

export const policyMigrations: AreaMigrations = {
  area: "policy",
  migrations: {
    "0001_names": createNames,
    "0002_packs": createPacks,
    "0003_versions": createVersions,
    "0004_operations": createOperations,
    "0005_groups": createGroups,
    "0006_list_order": orderLists
  }
}
