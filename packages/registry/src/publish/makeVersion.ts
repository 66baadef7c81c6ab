/**
 * One attempt to make a version of a begun publish: keeps the uploads in a folder of its own, checks the copies, prepares
 * the documentation in the same folder, and stores the version in one transaction, which makes it the folder's owner.
 * Attempts of one operation run side by side without touching each other's folders.
 */
import type { BadRequest, Conflict, NotFound, ServiceUnavailable, TooManyRequests } from "@platform-control/core/Errors"
import { Cause, Clock, Effect } from "effect"
import { keptFolder } from "../artifacts/artifactFiles.ts"
import { LooseFolders } from "../artifacts/LooseFolders.ts"
import { DocsImport } from "../docs/import/DocsImport.ts"
import { versionRecord } from "./packageMetadata.ts"
import { type AlreadyDone, type NewVersion, type Operation, PublishRepository } from "./PublishRepository.ts"
import { operationCompleted, operationNotFound, publisherNotFound, versionExists } from "./refusals.ts"
import { timeOrderedId } from "@platform-control/core/timeOrderedId"
import { Uploads } from "./Uploads.ts"

/**
 * Fails with 400 when the uploads are not fit to be published, with 404 when the publisher was removed meanwhile or the
 * operation expired and was forgotten, with 409 when another attempt was first, with 429 or 503 when their documentation
 * can't be prepared now.
 */
export type MakeVersion = (
  operation: Operation,
  publisherDisplayName: string | undefined
) => Effect.Effect<void, BadRequest | Conflict | NotFound | ServiceUnavailable | TooManyRequests>

export const makeVersionMaker: Effect.Effect<
  MakeVersion,
  never,
  DocsImport | LooseFolders | PublishRepository | Uploads
> = Effect.gen(function* () {
  const docs = yield* DocsImport
  const folders = yield* LooseFolders
  const repository = yield* PublishRepository
  const uploads = yield* Uploads

  const prepare = Effect.fnUntraced(function* (
    operation: Operation,
    folder: string,
    publisherDisplayName: string | undefined
  ) {
    const { sizes, small, ...kept } = yield* uploads.keep(operation.id, folder)
    const { schema, storeRest } = yield* docs.prepare(folder, {
      version: operation.version,
      schema: kept.schema,
      readme: kept.index,
      installation: kept.installationConfiguration,
      small: small && { schema: small.schema, readme: small.index, installation: small.installationConfiguration }
    })
    const completedAt = yield* Clock.currentTimeMillis
    const publishedAt = operation.publishedAt ?? completedAt
    return {
      ...versionRecord(schema, { id: operation.version, publisherDisplayName, publishedAt }),
      operation,
      folder,
      publishedAt,
      completedAt,
      schemaBytes: sizes.schema,
      indexBytes: sizes.index,
      installationBytes: sizes.installationConfiguration,
      storeRest
    } satisfies NewVersion
  })

  const refusal = (operation: Operation, { what }: AlreadyDone): Conflict =>
    what === "version" ? versionExists(operation.version) : operationCompleted()

  return Effect.fnUntraced(function* (operation, publisherDisplayName) {
    const now = yield* Clock.currentTimeMillis
    const folder = keptFolder(now, timeOrderedId(now))
    yield* Effect.orDie(folders.add(folder))
    // Whoever begins the transaction waits for its outcome: an interruption in between could discard a version's blobs.
    const store = (version: NewVersion) => Effect.uninterruptible(repository.complete(version))
    yield* prepare(operation, folder, publisherDisplayName).pipe(
      Effect.flatMap(store),
      Effect.catchTag("AlreadyDone", (error) => Effect.fail(refusal(operation, error))),
      Effect.catchTag("OperationForgotten", () => Effect.fail(operationNotFound())),
      Effect.catchTag("PublisherGone", ({ publisher }) => Effect.fail(publisherNotFound(publisher))),
      // After a fault the outcome is unknown, so the folder stays for the sweeper, which asks the database.
      Effect.onError((cause) =>
        Cause.hasDies(cause) ? Effect.void : Effect.ignoreCause(folders.discard(folder), { log: true })
      )
    )
  })
})
