/** Remembers prepared documentation. Knows no HTTP, no permission and nothing of how pages are made or answered. */
import { Array, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { rowLimit } from "@platform-control/core/database/rowLimit"
import type { DocsKind } from "../contract/DocsPage.ts"
import type { Language } from "../contract/Language.ts"
import type { PackageId, VersionId } from "../packages/PackageId.ts"
import { LATEST } from "../packages/versionLookup.ts"
import { PUBLIC_SCOPE, scopeOf } from "../packages/visibility.ts"
import type { DocsRows, DocsText, PageForm, TextRow } from "./import/DocsRows.ts"
import type { OtherPackages } from "./import/importPackage.ts"
import type { StoredModule, StoredNavigation } from "./import/pageRows.ts"
import type { StoredExample } from "./markup/examples.ts"
import type { StoredContent } from "./markup/StoredContent.ts"

/** Rows of one statement; few enough for the parameters of both engines, and to keep nobody waiting. */
const ROWS_A_STATEMENT = 100

/** Names of other packages that are looked for; who refers to more gets the others by assumption. */
const MAX_NAMES = 500

/** A version whose documentation can be read. */
export interface DocumentedVersion {
  readonly version: string
  readonly folder: string
  /** PackageMetadata as JSON. */
  readonly wire: string
  readonly hasInstallation: boolean
}

/** What is said of a page in one form, apart from its description. */
export interface FoundBody {
  /** Markdown above the description; empty for JSON. */
  readonly heading: string
  /** What stands below the description, packed. */
  readonly body: Uint8Array
  readonly digest: string
}

/** A page in no form yet: its JSON below the description, and what Markdown says beyond it, as JSON. */
export interface FoundSource {
  readonly json: string
  readonly extras: string
}

/** A page in one form, or what any form is written from. */
export type FoundPage = { readonly description: StoredContent } & (FoundBody | FoundSource)

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
}

const makeAdd = (sql: SqlClient.SqlClient) => {
  const insert = Effect.fnUntraced(function* (table: string, folder: string, rows: ReadonlyArray<object>) {
    for (const chunk of Array.chunksOf(rows, ROWS_A_STATEMENT))
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert(Array.map(chunk, (row) => ({ folder, ...row })))}`
  })
  return Effect.fnUntraced(function* (folder: string, { bodies, examples, pages, texts }: DocsRows) {
    yield* insert("registry_doc_pages", folder, pages)
    yield* insert("registry_doc_bodies", folder, bodies)
    yield* insert("registry_doc_examples", folder, examples)
    yield* insert("registry_doc_texts", folder, texts)
  })
}

/** Either `json` and `extras` or the rest are null. */
type PageColumns = { readonly description: string; readonly json: string | null; readonly extras: string | null } & {
  readonly [Name in keyof FoundBody]: FoundBody[Name] | null
}

const toPage = ({ body, description, digest, extras, heading, json }: PageColumns): Option.Option<FoundPage> => {
  const found = { description: JSON.parse(description) as StoredContent }
  if (json !== null && extras !== null) return Option.some({ ...found, json, extras })
  if (body === null || digest === null || heading === null) return Option.none()
  return Option.some({ ...found, body, digest, heading })
}

const makePage =
  (sql: SqlClient.SqlClient) =>
  (folder: string, typeToken: string, form: PageForm): Effect.Effect<Option.Option<FoundPage>> =>
    sql<PageColumns>`
      SELECT p.description, p.json, p.extras, b.heading, b.body, b.digest
      FROM registry_doc_pages p LEFT JOIN registry_doc_bodies b
        ON b.folder = p.folder AND b.type_token = p.type_token AND b.form = ${form} AND p.json IS NULL
      WHERE p.folder = ${folder} AND p.type_token = ${typeToken}`.pipe(
      Effect.map(([row]) => (row === undefined ? Option.none() : toPage(row))),
      Effect.orDie
    )

interface PackageRow {
  readonly source: PackageId["source"]
  readonly publisher: string
  readonly name: string
}

/** Better ones first: of the same publisher, then of the same source, then by source and publisher. */
const nearest = (own: PackageId) => {
  const rank = ({ publisher, source }: PackageRow) =>
    (publisher === own.publisher ? 0 : 2) + (source === own.source ? 0 : 1)
  const text = ({ publisher, source }: PackageRow) => `${source === "platform" ? 0 : 1} ${publisher}`
  return (a: PackageRow, b: PackageRow): number => rank(a) - rank(b) || (text(a) < text(b) ? -1 : 1)
}

const makeIdentify =
  (sql: SqlClient.SqlClient) =>
  (own: PackageId, names: ReadonlyArray<string>): Effect.Effect<OtherPackages> =>
    names.length === 0
      ? Effect.succeed({})
      : sql<PackageRow>`
          SELECT source, publisher, name FROM registry_packages
          WHERE ${sql.in("scope", [...new Set([PUBLIC_SCOPE, scopeOf(own)])])} AND ${sql.in("name", names.slice(0, MAX_NAMES))}`.pipe(
          Effect.map((rows) =>
            Object.fromEntries(
              rows
                .toSorted(nearest(own))
                .toReversed()
                .map(({ name, publisher, source }) => [name, `${source}/${publisher}/${name}`])
            )
          ),
          Effect.orDie
        )

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
    // Examples are long, so only those that are answered are read; an index holds what is searched and counted.
    const first = sql`
      SELECT type_token, position FROM registry_doc_examples WHERE ${matching}
      ORDER BY type_token, position LIMIT ${rowLimit(sql, limit)}`
    const found = sql<FoundRow>`
      SELECT e.type_token, e.kind, e.example FROM (${first}) m CROSS JOIN registry_doc_examples e
      WHERE e.folder = ${folder} AND e.type_token = m.type_token AND e.position = m.position
      ORDER BY e.type_token, e.position`
    const count = sql<{ readonly total: number }>`
      SELECT COUNT(*) AS total FROM registry_doc_examples WHERE ${matching}`
    return Effect.gen(function* () {
      const rows = yield* found
      // Fewer than were asked for are all there are, and a search looks at every example of the version.
      const total = rows.length < limit ? rows.length : ((yield* count)[0]?.total ?? 0)
      const examples = rows.map(({ example, kind, type_token }) => ({
        typeToken: type_token,
        kind,
        example: JSON.parse(example) as StoredExample
      }))
      return { examples, total }
    }).pipe(Effect.orDie)
  }
}

export class DocsRepository extends Context.Service<
  DocsRepository,
  {
    /** Adds to the documentation in a folder, all of it or nothing. A token, an example and a text come once. */
    readonly store: (folder: string, rows: DocsRows) => Effect.Effect<void>
    /** The same, inside the caller's transaction. */
    readonly add: (folder: string, rows: DocsRows) => Effect.Effect<void>
    /** A version, or the one that `latest` means. */
    readonly find: (id: VersionId) => Effect.Effect<Option.Option<DocumentedVersion>>
    readonly page: (folder: string, typeToken: string, form: PageForm) => Effect.Effect<Option.Option<FoundPage>>
    /**
     * The identifiers of published packages with these names that everybody sees who sees `own`, the nearest one where
     * there are several; names of no such package are left out.
     */
    readonly identify: (own: PackageId, names: ReadonlyArray<string>) => Effect.Effect<OtherPackages>
    /**
     * The first of the examples whose title or type token contains `search`, which has to be in lower case, by type
     * token and position. `limit` is at least 1.
     */
    readonly examples: (folder: string, search: string, limit: number) => Effect.Effect<FoundExamples>
    readonly prose: (folder: string, kind: "installation" | "readme") => Effect.Effect<Option.Option<StoredContent>>
    /** No modules for a version without documentation. */
    readonly modules: (folder: string, language: Language) => Effect.Effect<ReadonlyArray<StoredModule>>
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

      const add = makeAdd(sql)

      const modules = Effect.fnUntraced(function* (folder: string, language: Language) {
        const [row] = yield* sql<TextRow>`
          SELECT kind, content FROM registry_doc_texts
          WHERE folder = ${folder} AND ${sql.in("kind", ["navigation", `navigation-${language}`])}`
        if (row === undefined) return []
        const content: unknown = JSON.parse(row.content)
        return row.kind === "navigation"
          ? ((content as StoredNavigation)[language] ?? [])
          : (content as ReadonlyArray<StoredModule>)
      }, Effect.orDie)

      return DocsRepository.of({
        store: (folder, rows) => add(folder, rows).pipe(sql.withTransaction, Effect.orDie),
        add: (folder, rows) => Effect.orDie(add(folder, rows)),
        find: makeFind(sql),
        page: makePage(sql),
        identify: makeIdentify(sql),
        examples: makeExamples(sql),
        prose: (folder, kind) => text<StoredContent>(folder, kind),
        modules
      })
    })
  )
}
