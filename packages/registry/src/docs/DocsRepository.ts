/** Remembers prepared documentation. Knows no HTTP, no permission and nothing of how pages are made or answered. */
import { Array, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { rowLimit } from "@platform-control/core/database/rowLimit"
import type { DocsKind } from "../contract/DocsPage.ts"
import type { VersionId } from "../packages/PackageId.ts"
import { LATEST } from "../packages/versionLookup.ts"
import type { StoredExample } from "./markup/examples.ts"
import type { StoredContent } from "./markup/StoredContent.ts"
import type { PreparedModule, PreparedPage } from "./schema/pages/PreparedPage.ts"

/** Rows of one statement; few enough for the parameters of both engines. */
const ROWS_A_STATEMENT = 500

/** A page as JSON. */
export interface PageRow {
  readonly type_token: string
  readonly page: string
}

/** An example as JSON, with what searches look at in lower case. */
export interface ExampleRow {
  readonly type_token: string
  readonly position: number
  readonly kind: DocsKind
  readonly example: string
  readonly search_title: string
  readonly search_token: string
}

/** What there is one of in a version. */
export type DocsText = "installation" | "navigation" | "readme"

export interface TextRow {
  readonly kind: DocsText
  /** JSON. */
  readonly content: string
}

/** A part of a version's documentation. */
export interface DocsRows {
  readonly pages: ReadonlyArray<PageRow>
  readonly examples: ReadonlyArray<ExampleRow>
  readonly texts: ReadonlyArray<TextRow>
}

/** A version whose documentation can be read. */
export interface DocumentedVersion {
  readonly version: string
  readonly folder: string
  /** PackageMetadata as JSON. */
  readonly wire: string
  readonly hasInstallation: boolean
}

export interface FoundExample {
  readonly typeToken: string
  readonly kind: DocsKind
  readonly example: StoredExample
}

export interface FoundExamples {
  readonly examples: ReadonlyArray<FoundExample>
  /** How many match, whatever the limit. */
  readonly total: number
}

interface FoundRow {
  readonly type_token: string
  readonly kind: DocsKind
  readonly example: string
  readonly total: number
}

type Row = Record<string, unknown>

const makeStore = (sql: SqlClient.SqlClient) => {
  const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<Row>) {
    for (const chunk of Array.chunksOf(rows, ROWS_A_STATEMENT))
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert(chunk)}`
  })
  return (folder: string, { examples, pages, texts }: DocsRows): Effect.Effect<void> =>
    Effect.all(
      [
        insert(
          "registry_doc_pages",
          pages.map((row) => ({ folder, ...row }))
        ),
        insert(
          "registry_doc_examples",
          examples.map((row) => ({ folder, ...row }))
        ),
        insert(
          "registry_doc_texts",
          texts.map((row) => ({ folder, ...row }))
        )
      ],
      { discard: true }
    ).pipe(sql.withTransaction, Effect.orDie)
}

interface VersionRow {
  readonly version: string
  readonly folder: string
  readonly wire: string
  /** A boolean, or 0 and 1. */
  readonly installation: unknown
}

const makeFind = (sql: SqlClient.SqlClient) => {
  const columns = sql.literal(
    `v.version, v.folder, v.wire, EXISTS (
       SELECT 1 FROM registry_doc_texts t WHERE t.folder = v.folder AND t.kind = 'installation'
     ) AS installation`
  )
  return ({ name, publisher, source, version }: VersionId): Effect.Effect<Option.Option<DocumentedVersion>> =>
    (version === LATEST
      ? sql<VersionRow>`
          SELECT ${columns} FROM registry_packages p JOIN registry_versions v
            ON v.source = p.source AND v.publisher = p.publisher AND v.name = p.name AND v.version = p.version
          WHERE p.source = ${source} AND p.publisher = ${publisher} AND p.name = ${name}`
      : sql<VersionRow>`
          SELECT ${columns} FROM registry_versions v WHERE v.source = ${source} AND v.publisher = ${publisher}
            AND v.name = ${name} AND v.version = ${version}`
    ).pipe(
      Effect.map(([row]) =>
        row === undefined
          ? Option.none()
          : Option.some({
              version: row.version,
              folder: row.folder,
              wire: row.wire,
              hasInstallation: Boolean(row.installation)
            })
      ),
      Effect.orDie
    )
}

const makeExamples = (sql: SqlClient.SqlClient) => {
  const containing = (column: string, text: string) =>
    sql.onDialectOrElse({
      pg: () => sql`strpos(${sql(column)}, ${text}) > 0`,
      orElse: () => sql`instr(${sql(column)}, ${text}) > 0`
    })
  return (folder: string, search: string, limit: number): Effect.Effect<FoundExamples> => {
    const matching = sql.and([
      sql`folder = ${folder}`,
      ...(search === "" ? [] : [sql.or([containing("search_title", search), containing("search_token", search)])])
    ])
    return sql<FoundRow>`
      SELECT type_token, kind, example, COUNT(*) OVER () AS total FROM registry_doc_examples
      WHERE ${matching} ORDER BY type_token, position LIMIT ${rowLimit(sql, limit)}`.pipe(
      Effect.map((rows) => ({
        total: rows[0]?.total ?? 0,
        examples: rows.map(({ example, kind, type_token }) => ({
          typeToken: type_token,
          kind,
          example: JSON.parse(example) as StoredExample
        }))
      })),
      Effect.orDie
    )
  }
}

export class DocsRepository extends Context.Service<
  DocsRepository,
  {
    /** Adds to the documentation in a folder, all of it or nothing. A token, an example and a text come once. */
    readonly store: (folder: string, rows: DocsRows) => Effect.Effect<void>
    /** A version, or the one that `latest` means. */
    readonly find: (id: VersionId) => Effect.Effect<Option.Option<DocumentedVersion>>
    readonly page: (folder: string, typeToken: string) => Effect.Effect<Option.Option<PreparedPage>>
    /**
     * The first of the examples whose title or type token contains `search`, which has to be in lower case, by type
     * token and position. `limit` is at least 1.
     */
    readonly examples: (folder: string, search: string, limit: number) => Effect.Effect<FoundExamples>
    readonly prose: (folder: string, kind: "installation" | "readme") => Effect.Effect<Option.Option<StoredContent>>
    /** No modules for a version without documentation. */
    readonly modules: (folder: string) => Effect.Effect<ReadonlyArray<PreparedModule>>
  }
>()("platform-control/registry/docs/DocsRepository") {
  static readonly layer: Layer.Layer<DocsRepository, never, SqlClient.SqlClient> = Layer.effect(
    DocsRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const text = <A>(folder: string, kind: DocsText): Effect.Effect<Option.Option<A>> =>
        sql<TextRow>`SELECT content FROM registry_doc_texts WHERE folder = ${folder} AND kind = ${kind}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(JSON.parse(row.content) as A))),
          Effect.orDie
        )

      return DocsRepository.of({
        store: makeStore(sql),
        find: makeFind(sql),
        page: (folder, typeToken) =>
          sql<PageRow>`
            SELECT page FROM registry_doc_pages WHERE folder = ${folder} AND type_token = ${typeToken}`.pipe(
            Effect.map(([row]) =>
              row === undefined ? Option.none() : Option.some(JSON.parse(row.page) as PreparedPage)
            ),
            Effect.orDie
          ),
        examples: makeExamples(sql),
        prose: (folder, kind) => text<StoredContent>(folder, kind),
        modules: (folder) =>
          Effect.map(
            text<ReadonlyArray<PreparedModule>>(folder, "navigation"),
            Option.getOrElse(() => [])
          )
      })
    })
  )
}
