/** The registry's tables. Names and versions compare by their bytes on both engines, so that pages follow one order. */
import type { AreaMigrations } from "@platform-control/core/database/Migrations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createDocs, keepSmallPages, renderDocs } from "./docs/docsTables.ts"

const createOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE registry_operations (
      id TEXT PRIMARY KEY,
      source TEXT NOT NULL,
      publisher TEXT NOT NULL,
      name TEXT NOT NULL,
      version TEXT NOT NULL,
      published_at BIGINT,
      created_by TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      completed_at BIGINT
    )`
  yield* sql`CREATE INDEX registry_operations_by_expiry ON registry_operations (expires_at)`
  // Folders of kept artifacts that no version owns yet, or any more: what a crash leaves behind is found here.
  yield* sql`CREATE TABLE registry_loose_folders (folder TEXT PRIMARY KEY, since BIGINT NOT NULL)`
  yield* sql`CREATE INDEX registry_loose_folders_by_age ON registry_loose_folders (since)`
})

const createVersions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = sql.onDialectOrElse({ pg: () => sql.literal('TEXT COLLATE "C"'), orElse: () => sql.literal("TEXT") })
  yield* sql`
    CREATE TABLE registry_versions (
      source ${name} NOT NULL,
      publisher ${name} NOT NULL,
      name ${name} NOT NULL,
      version ${name} NOT NULL,
      operation_id TEXT NOT NULL,
      folder TEXT NOT NULL,
      published_at BIGINT NOT NULL,
      sequence BIGINT NOT NULL,
      package_type TEXT NOT NULL,
      wire TEXT NOT NULL,
      search_words TEXT NOT NULL,
      schema_bytes BIGINT NOT NULL,
      index_bytes BIGINT NOT NULL,
      installation_bytes BIGINT,
      PRIMARY KEY (source, publisher, name, version)
    )`
  yield* sql`
    CREATE INDEX registry_versions_by_time ON registry_versions (source, publisher, name, published_at, sequence)`
})

/** One row a package: its latest version, and what lists filter and sort by. */
const createPackages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = sql.onDialectOrElse({ pg: () => sql.literal('TEXT COLLATE "C"'), orElse: () => sql.literal("TEXT") })
  const [id, search] = sql.onDialectOrElse({
    pg: () => ["BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", ", search tsvector NOT NULL DEFAULT ''"] as const,
    orElse: () => ["INTEGER PRIMARY KEY", ""] as const
  })
  yield* sql`
    CREATE TABLE registry_packages (
      id ${sql.literal(id)},
      source ${name} NOT NULL,
      publisher ${name} NOT NULL,
      name ${name} NOT NULL,
      scope ${name} NOT NULL,
      package_type ${name} NOT NULL,
      version ${name} NOT NULL,
      operation_id TEXT NOT NULL,
      published_at BIGINT NOT NULL,
      wire TEXT NOT NULL,
      UNIQUE (source, publisher, name)${sql.literal(search)}
    )`
})

/**
 * One index for each way of narrowing a list down and each order, so that a page reads one of them from its cursor on.
 * A name is rarely shared, but when it is, time has to stand behind it.
 */
const createListIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const indexes = {
    scope_by_name: "(scope, name, publisher, source)",
    scope_by_time: "(scope, published_at, name, publisher, source)",
    type_by_name: "(scope, package_type, name, publisher, source)",
    type_by_time: "(scope, package_type, published_at, name, publisher, source)",
    publisher_by_name: "(scope, publisher, package_type, name, source)",
    publisher_by_time: "(scope, publisher, package_type, published_at, name, source)",
    name_by_time: "(scope, name, published_at, publisher, source)",
    private_by_name: "(package_type, name, publisher, source, scope) WHERE scope <> '*'",
    private_by_time: "(package_type, published_at, name, publisher, source, scope) WHERE scope <> '*'"
  }
  for (const [name, columns] of Object.entries(indexes)) {
    yield* sql.unsafe(`CREATE INDEX registry_packages_${name} ON registry_packages ${columns}`)
  }
})

const createSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`CREATE INDEX registry_packages_search ON registry_packages USING GIN (search)`,
    orElse: () => sql`
      CREATE VIRTUAL TABLE registry_search USING fts5 (
        words, content = '', contentless_delete = 1, prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 0'
      )`
  })
})

/** Folders that nobody owns are few at any time, and every publish would keep their order twice. */
const dropOrderOfFolders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX registry_loose_folders_by_age`
})

/** Marks folders that are being removed, so that none of them gets an owner meanwhile. */
const giveFoldersUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE registry_loose_folders ADD COLUMN given_up SMALLINT NOT NULL DEFAULT 0`
})

export const registryMigrations: AreaMigrations = {
  area: "registry",
  migrations: {
    "0001_operations": createOperations,
    "0002_versions": createVersions,
    "0003_packages": Effect.andThen(createPackages, createListIndexes),
    "0004_search": createSearch,
    "0005_docs": createDocs,
    "0006_rendered_docs": renderDocs,
    "0007_small_pages": keepSmallPages,
    "0008_loose_folders_unordered": dropOrderOfFolders,
    "0009_folders_given_up": giveFoldersUp
  }
}
