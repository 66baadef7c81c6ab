/** Finds the artifacts of published versions, for those who see them. Knows no HTTP and no SQL. */
import type { CallerValue } from "@platform-control/core/Authorization"
import { BlobStore, type SignedPlace } from "@platform-control/core/BlobStore"
import { NotFound } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option } from "effect"
import { toVersionId } from "../packages/PackageId.ts"
import { Packages, type VersionTexts } from "../packages/Packages.ts"
import { type Artifact, ARTIFACTS, artifactNames, blobKey } from "./artifactFiles.ts"

/** Long enough to follow the redirect; who comes back later is checked again. */
const DOWNLOAD_SECONDS = 60

const artifactOf = (file: string): Artifact | undefined => artifactNames.find((name) => ARTIFACTS[name].file === file)

export class Artifacts extends Context.Service<
  Artifacts,
  {
    /** A place to fetch the file for a short time; 404 also when the caller can't see the package. */
    readonly place: (
      caller: CallerValue,
      path: VersionTexts & { readonly file: string }
    ) => Effect.Effect<SignedPlace, NotFound>
  }
>()("platform-control/registry/artifacts/Artifacts") {
  static readonly layer: Layer.Layer<Artifacts, never, BlobStore | Packages> = Layer.effect(
    Artifacts,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const packages = yield* Packages
      return Artifacts.of({
        place: Effect.fnUntraced(function* (caller, path) {
          const artifact = artifactOf(path.file)
          const id = toVersionId(path)
          const found = id === undefined ? Option.none() : yield* packages.artifacts(caller, id)
          const missing = new NotFound({
            message: `Artifact ${path.file} of ${path.source}/${path.publisher}/${path.name}@${path.version} not found`,
            errors: [{ resource: "artifact", errorType: "not_found" }]
          })
          if (artifact === undefined || Option.isNone(found)) return yield* missing
          if (artifact === "installationConfiguration" && !found.value.hasInstallation) return yield* missing
          return yield* blobs.downloadPlace(blobKey(found.value.folder, artifact), {
            contentType: ARTIFACTS[artifact].contentType,
            expiresInSeconds: DOWNLOAD_SECONDS
          })
        })
      })
    })
  )
}
