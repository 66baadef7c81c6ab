/** Reads and deletes published versions, for those who may. Knows no HTTP and no SQL. */
import type { CallerValue, Principal } from "@platform-control/core/Authorization"
import type { BlobStore } from "@platform-control/core/BlobStore"
import type { BadRequest, Forbidden, NotFound } from "@platform-control/core/Errors"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { LooseFolders } from "../artifacts/LooseFolders.ts"
import { PackageUsage } from "../PackageUsage.ts"
import { Publishers } from "../Publishers.ts"
import { mayPublishTo } from "../publish/mayPublishTo.ts"
import { answerSetting, versionAnswer, type WireAnswer } from "./packageAnswer.ts"
import { toVersionId, type VersionId } from "./PackageId.ts"
import { PackagesRepository, type VersionArtifacts } from "./PackagesRepository.ts"
import { latestNotDeletable, versionNotFound } from "./refusals.ts"
import { LATEST, versionLookup } from "./versionLookup.ts"
import { maySee } from "./visibility.ts"

/** The decoded path of one version; any texts. */
export interface VersionTexts {
  readonly source: string
  readonly publisher: string
  readonly name: string
  readonly version: string
}

export class Packages extends Context.Service<
  Packages,
  {
    /** The answer to a read of a version or of `latest`; 404 also when the caller can't see the package. */
    readonly read: (
      caller: CallerValue,
      path: VersionTexts,
      ifNoneMatch: string | undefined
    ) => Effect.Effect<WireAnswer, NotFound>
    /** Where a version's artifacts are; none also when the caller can't see the package. */
    readonly artifacts: (caller: CallerValue, id: VersionId) => Effect.Effect<Option.Option<VersionArtifacts>>
    /** Checked in the order of all publishing operations; what is gone is gone for every later request. */
    readonly remove: (
      principal: Principal,
      path: VersionTexts
    ) => Effect.Effect<void, BadRequest | Forbidden | NotFound>
  }
>()("platform-control/registry/packages/Packages") {
  static readonly layerNoDeps = Layer.effect(
    Packages,
    Effect.gen(function* () {
      const repository = yield* PackagesRepository
      const folders = yield* LooseFolders
      const publishers = yield* Publishers
      const setting = answerSetting((yield* PublicUrl).origin, yield* PackageUsage)

      return Packages.of({
        read: Effect.fnUntraced(function* (caller, path, ifNoneMatch) {
          const lookup = versionLookup(caller, path)
          if (lookup === undefined) return yield* versionNotFound(path)
          const stored = yield* repository.find(lookup)
          if (Option.isNone(stored)) return yield* versionNotFound(path)
          return versionAnswer(setting, caller, lookup.id, stored.value, ifNoneMatch)
        }),

        artifacts: (caller, id) => (maySee(caller, id) ? repository.artifacts(id) : Effect.succeed(Option.none())),

        remove: Effect.fn("Packages.remove")(function* (principal, path) {
          yield* mayPublishTo(publishers, principal, path)
          if (path.version === LATEST) return yield* latestNotDeletable()
          const id = toVersionId(path)
          if (id === undefined) return yield* versionNotFound(path)
          const folder = yield* Effect.uninterruptible(repository.remove(id))
          if (Option.isNone(folder)) return yield* versionNotFound(path)
          // The version is gone whether or not its blobs go now: a loose folder is tried again later.
          return yield* Effect.ignoreCause(folders.discard(folder.value), { log: true })
        })
      })
    })
  )

  static readonly layer: Layer.Layer<Packages, never, BlobStore | PublicUrl | SqlClient.SqlClient> =
    Packages.layerNoDeps.pipe(Layer.provide(PackagesRepository.layer), Layer.provide(LooseFolders.layer))
}
