/**
 * Prepares the documentation of a version once, when it is published, so that reading a page never reads a schema. All but
 * little work is done in a thread; here rows are stored. Knows no blob, only a folder that the rows belong to.
 */
import type { BadRequest, ServiceUnavailable, TooManyRequests } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option, type Stream } from "effect"
import type { SqlClient } from "effect/sql"
import type { VersionId } from "../../packages/PackageId.ts"
import type { PackageSchema } from "../../publish/packageSchema.ts"
import { DocsRepository } from "../DocsRepository.ts"
import { type Imported, ImportThreads } from "./ImportThreads.ts"

/** What a version is published with. Unless it is small, nothing of it is in memory while others are prepared. */
export interface DocsSources {
  readonly version: VersionId
  /** The bytes of the package schema. */
  readonly schema: Stream.Stream<Uint8Array, BadRequest>
  readonly readme: Effect.Effect<string | undefined, BadRequest>
  readonly installation: Effect.Effect<string | undefined, BadRequest>
  readonly small: SmallSources | undefined
}

/** All of it. */
export interface SmallSources {
  readonly schema: Uint8Array
  readonly readme: string
  readonly installation: string | undefined
}

/** Documentation that is stored but for its last part. */
export interface PreparedDocumentation {
  /** What the schema says about its package. */
  readonly schema: PackageSchema
  /** Stores the last part, inside the transaction that gives the folder its owner. */
  readonly storeRest: Effect.Effect<void>
}

/** Bytes and characters of all that is imported on this thread. */
const MAX_HERE = 16_384

const isForHere = ({ installation = "", readme, schema }: SmallSources): boolean =>
  schema.length + readme.length + installation.length <= MAX_HERE

const loadImportHere = Effect.promise(() => import("./importHere.ts"))

export class DocsImport extends Context.Service<
  DocsImport,
  {
    /**
     * Stores the documentation in a folder that nobody owns yet. 400 with the first problems of the schema, 429 when too
     * many wait, 503 when the work was interrupted. Refused or interrupted it leaves a part behind, which goes with the
     * folder.
     */
    readonly prepare: (
      folder: string,
      sources: DocsSources
    ) => Effect.Effect<PreparedDocumentation, BadRequest | ServiceUnavailable | TooManyRequests>
  }
>()("platform-control/registry/docs/DocsImport") {
  static readonly layerNoDeps = Layer.effect(
    DocsImport,
    Effect.gen(function* () {
      const repository = yield* DocsRepository
      const threads = yield* ImportThreads
      return DocsImport.of({
        prepare: Effect.fn("DocsImport.prepare")(function* (folder, { small, version: id, ...sources }) {
          const identify = (names: ReadonlyArray<string>) => repository.identify(id, names)
          const here = Effect.fnUntraced(function* ({ installation, readme, schema }: SmallSources) {
            const { importHere } = yield* loadImportHere
            return yield* importHere({ id, version: id.version, readme, installation }, schema, identify)
          })
          const inThread = threads.run({
            publisher: id.publisher,
            order: Effect.map(Effect.all([sources.readme, sources.installation]), ([readme = "", installation]) => ({
              id,
              version: id.version,
              readme,
              installation
            })),
            schema: sources.schema,
            identify,
            store: (rows) => repository.store(folder, rows)
          })
          const done = small !== undefined && isForHere(small) ? yield* here(small) : Option.none<Imported>()
          const { rest, schema } = Option.isSome(done) ? done.value : yield* inThread
          return { schema, storeRest: repository.add(folder, rest) }
        })
      })
    })
  )

  static readonly layer: Layer.Layer<DocsImport, never, SqlClient.SqlClient> = DocsImport.layerNoDeps.pipe(
    Layer.provide([DocsRepository.layer, ImportThreads.layer])
  )
}
