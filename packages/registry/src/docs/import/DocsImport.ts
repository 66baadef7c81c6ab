/**
 * Prepares the documentation of a version once, when it is published, so that reading a page never reads a schema. Works
 * page by page and lets other requests have their turn in between. Knows no blob and no version, only a folder.
 */
import type { BadRequest } from "@platform-control/core/Errors"
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { invalid } from "../../publish/refusals.ts"
import { DocsRepository, type ExampleRow, type PageRow } from "../DocsRepository.ts"
import { prepareDocs } from "../schema/pages/prepareDocs.ts"
import { readPackage } from "../schema/read/readPackage.ts"
import { pageRows, textRows } from "./pageRows.ts"

/** Characters of one page; it has to be in memory whenever it is read. */
const MAX_PAGE_SIZE = 32_000_000

/** About how many characters of pages wait until they are stored. */
const BATCH_SIZE = 1_000_000

/** What the documentation of a version is made of. */
export interface DocsSources {
  /** The package schema, parsed. */
  readonly schema: unknown
  readonly readme: string
  readonly installation: string | undefined
}

const pageTooLarge = (typeToken: string): BadRequest =>
  invalid([
    {
      resource: "schema",
      attribute: typeToken,
      errorType: "invalid",
      customMessage: `Expected a page of at most ${MAX_PAGE_SIZE} characters, with the types that it leads to`
    }
  ])

export class DocsImport extends Context.Service<
  DocsImport,
  {
    /**
     * Stores the documentation in a folder that nobody owns yet; 400 with the first problems of the schema. Refused or
     * interrupted it leaves a part behind, which goes with the folder.
     */
    readonly prepare: (folder: string, sources: DocsSources) => Effect.Effect<void, BadRequest>
  }
>()("platform-control/registry/docs/DocsImport") {
  static readonly layerNoDeps = Layer.effect(
    DocsImport,
    Effect.gen(function* () {
      const repository = yield* DocsRepository

      return DocsImport.of({
        prepare: Effect.fn("DocsImport.prepare")(function* (folder, { installation, readme, schema }) {
          const model = yield* Effect.mapError(Effect.fromResult(readPackage(schema)), invalid)
          yield* Effect.yieldNow
          const docs = yield* Effect.mapError(Effect.fromResult(prepareDocs(model)), invalid)
          const tokens = new Set<string>()
          let pages: Array<PageRow> = []
          let examples: Array<ExampleRow> = []
          let size = 0
          for (const prepared of docs.pages) {
            // A resource and a function may have one name; a page's address has room for the first.
            if (tokens.has(prepared.typeToken)) continue
            tokens.add(prepared.typeToken)
            const rows = pageRows(prepared)
            if (rows.page.page.length > MAX_PAGE_SIZE) return yield* pageTooLarge(prepared.typeToken)
            pages.push(rows.page)
            for (const example of rows.examples) examples.push(example)
            size += rows.page.page.length
            if (size > BATCH_SIZE) {
              yield* repository.store(folder, { pages, examples, texts: [] })
              pages = []
              examples = []
              size = 0
            }
            yield* Effect.yieldNow
          }
          yield* repository.store(folder, { pages, examples, texts: textRows(docs.modules, readme, installation) })
        })
      })
    })
  )

  static readonly layer: Layer.Layer<DocsImport, never, SqlClient.SqlClient> = DocsImport.layerNoDeps.pipe(
    Layer.provide(DocsRepository.layer)
  )
}
