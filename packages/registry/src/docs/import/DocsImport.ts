/**
 * Prepares the documentation of a version once, when it is published, so that reading a page never reads a schema. The
 * work is done in a thread; here only rows are stored. Knows no blob, only a folder that the rows belong to.
 */
import type { BadRequest, ServiceUnavailable, TooManyRequests } from "@platform-control/core/Errors"
import { Context, Effect, Layer, type Stream } from "effect"
import type { SqlClient } from "effect/sql"
import type { VersionId } from "../../packages/PackageId.ts"
import type { PackageSchema } from "../../publish/packageSchema.ts"
import { DocsRepository } from "../DocsRepository.ts"
import { ImportThreads } from "./ImportThreads.ts"

/** What a version is published with; nothing of it is in memory while others are prepared. */
export interface DocsSources {
  readonly version: VersionId
  /** The bytes of the package schema. */
  readonly schema: Stream.Stream<Uint8Array, BadRequest>
  readonly readme: Effect.Effect<string | undefined, BadRequest>
  readonly installation: Effect.Effect<string | undefined, BadRequest>
}

export class DocsImport extends Context.Service<
  DocsImport,
  {
    /**
     * Stores the documentation in a folder that nobody owns yet, and gives what the schema says about its package. 400
     * with the first problems of the schema, 429 when too many wait, 503 when the work was interrupted. Refused or
     * interrupted it leaves a part behind, which goes with the folder.
     */
    readonly prepare: (
      folder: string,
      sources: DocsSources
    ) => Effect.Effect<PackageSchema, BadRequest | ServiceUnavailable | TooManyRequests>
  }
>()("platform-control/registry/docs/DocsImport") {
  static readonly layerNoDeps = Layer.effect(
    DocsImport,
    Effect.gen(function* () {
      const repository = yield* DocsRepository
      const threads = yield* ImportThreads
      return DocsImport.of({
        prepare: Effect.fn("DocsImport.prepare")(function* (folder, { installation, readme, schema, version: id }) {
          return yield* threads.run({
            order: Effect.map(Effect.all([readme, installation]), ([readme = "", installation]) => ({
              id,
              version: id.version,
              readme,
              installation
            })),
            schema,
            identify: (names) => repository.identify(id, names),
            store: (rows) => repository.store(folder, rows)
          })
        })
      })
    })
  )

  static readonly layer: Layer.Layer<DocsImport, never, SqlClient.SqlClient> = DocsImport.layerNoDeps.pipe(
    Layer.provide([DocsRepository.layer, ImportThreads.layer])
  )
}
