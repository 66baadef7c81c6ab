/** The rules of publishing: who may, what, and when a version comes to be. Knows no HTTP and no SQL. */
import type { Principal } from "@platform-control/core/Authorization"
import type { BlobStore } from "@platform-control/core/BlobStore"
import type {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  ServiceUnavailable,
  TooManyRequests
} from "@platform-control/core/Errors"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { DocsImport } from "../docs/import/DocsImport.ts"
import { LooseFolders } from "../artifacts/LooseFolders.ts"
import type { StartedPublish, StartPublish } from "../contract/PublishGroup.ts"
import type { VersionTexts } from "../packages/Packages.ts"
import { Publishers } from "../Publishers.ts"
import { RegistrySettings } from "../RegistrySettings.ts"
import { makeVersionMaker } from "./makeVersion.ts"
import { mayPublishTo } from "./mayPublishTo.ts"
import { publishRequest } from "./publishRequest.ts"
import { PublishRepository } from "./PublishRepository.ts"
import { invalid, operationCompleted, operationNotFound, versionExists } from "./refusals.ts"
import { timeOrderedId } from "@platform-control/core/timeOrderedId"
import { Uploads } from "./Uploads.ts"

/** Operation ids are made here; nothing else is ever looked up. */
const operationIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A client that repeats a request after a fault meets the same refusal, never a half-made version. */
export class Publish extends Context.Service<
  Publish,
  {
    /** Begins a publish. Every call begins another one; nothing is visible of it until it is completed. */
    readonly start: (
      principal: Principal,
      path: Omit<VersionTexts, "version">,
      body: StartPublish
    ) => Effect.Effect<StartedPublish, BadRequest | Conflict | Forbidden | NotFound>
    /**
     * Makes the version, whole and at once. Refused with 400 it leaves the operation usable; refused at all it leaves
     * nothing behind.
     */
    readonly complete: (
      principal: Principal,
      path: VersionTexts,
      operationId: string
    ) => Effect.Effect<void, BadRequest | Conflict | Forbidden | NotFound | ServiceUnavailable | TooManyRequests>
  }
>()("platform-control/registry/publish/Publish") {
  static readonly layerNoDeps = Layer.effect(
    Publish,
    Effect.gen(function* () {
      const repository = yield* PublishRepository
      const uploads = yield* Uploads
      const publishers = yield* Publishers
      const settings = yield* RegistrySettings
      const makeVersion = yield* makeVersionMaker

      const start = Effect.fn("Publish.start")(function* (
        principal: Principal,
        path: Omit<VersionTexts, "version">,
        body: StartPublish
      ) {
        const target = yield* mayPublishTo(publishers, principal, path)
        const requested = publishRequest(
          { source: target.source, publisher: target.publisher.name, name: path.name },
          body
        )
        const { id: version, publishedAt } = yield* Effect.mapError(Effect.fromResult(requested), invalid)
        if (yield* repository.versionExists(version)) return yield* versionExists(version)
        const createdAt = yield* Clock.currentTimeMillis
        const id = timeOrderedId(createdAt)
        yield* repository.begin({
          id,
          version,
          publishedAt,
          createdBy: principal.login,
          createdAt,
          expiresAt: createdAt + settings.operationLifetimeSeconds * 1000
        })
        const { index, installationConfiguration, schema } = yield* uploads.places(id)
        const requiredHeaders = {
          ...schema.requiredHeaders,
          ...index.requiredHeaders,
          ...installationConfiguration.requiredHeaders
        }
        return {
          operationID: id,
          uploadURLs: {
            schema: schema.url,
            index: index.url,
            installationConfiguration: installationConfiguration.url
          },
          ...(Object.keys(requiredHeaders).length === 0 ? {} : { requiredHeaders })
        }
      })

      /** The operation when it can be completed: 404 when there is no such one for this version, 409 when it is too late. */
      const open = Effect.fnUntraced(function* (path: VersionTexts, operationId: string) {
        const found = operationIdPattern.test(operationId) ? yield* repository.find(operationId) : Option.none()
        if (Option.isNone(found)) return yield* operationNotFound()
        const { completed, operation } = found.value
        const { name, publisher, source, version } = operation.version
        const same =
          path.source === source && path.publisher === publisher && path.name === name && path.version === version
        if (!same || operation.expiresAt <= (yield* Clock.currentTimeMillis)) return yield* operationNotFound()
        if (found.value.versionExists) return yield* versionExists(operation.version)
        return completed ? yield* operationCompleted() : operation
      })

      const complete = Effect.fn("Publish.complete")(function* (
        principal: Principal,
        path: VersionTexts,
        operationId: string
      ) {
        const { publisher } = yield* mayPublishTo(publishers, principal, path)
        const operation = yield* open(path, operationId)
        yield* makeVersion(operation, publisher.displayName).pipe(
          // Another attempt that succeeds meanwhile takes the uploads away: then they are not missing, but used.
          Effect.catchTag("BadRequest", (refusal) => Effect.andThen(open(path, operationId), Effect.fail(refusal)))
        )
        // The version exists whether or not its uploads go now: they go with the operation at the latest.
        return yield* Effect.ignoreCause(uploads.remove(operation.id), { log: true })
      })

      return Publish.of({ start, complete })
    })
  )

  static readonly layer: Layer.Layer<Publish, never, BlobStore | SqlClient.SqlClient> = Publish.layerNoDeps.pipe(
    Layer.provide([DocsImport.layer, PublishRepository.layer, Uploads.layer]),
    Layer.provide(LooseFolders.layer)
  )
}
