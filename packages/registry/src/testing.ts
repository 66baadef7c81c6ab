/** The registry for tests: a package to publish, and publishing it without HTTP. */
import type { Principal } from "@platform-control/core/Authorization"
import { BlobStore } from "@platform-control/core/BlobStore"
import { Effect } from "effect"
import { type Artifact, blobKey, uploadFolder } from "./artifacts/artifactFiles.ts"
import type { StartPublish } from "./contract/PublishGroup.ts"
import type { PackageId } from "./packages/PackageId.ts"
import { Publish } from "./publish/Publish.ts"

export { sampleSchema } from "./testing/sampleSchema.ts"

/** The texts of a version's artifacts; what is undefined is not uploaded. */
export type SampleArtifacts = Readonly<Record<Artifact, string | undefined>>

/** Artifacts that can be published under any name and version; `schema` adds to the package schema or replaces in it. */
export const sampleArtifacts = (schema: Readonly<Record<string, unknown>> = {}): SampleArtifacts => ({
  schema: JSON.stringify({ name: "sample", description: "A package to publish", ...schema }),
  index: "# Sample\n",
  installationConfiguration: "# Installation\n"
})

/** Stores artifacts where a client would have sent them. */
export const uploadSample = Effect.fnUntraced(function* (operationId: string, artifacts: SampleArtifacts) {
  const blobs = yield* BlobStore
  const folder = uploadFolder(operationId)
  for (const artifact of ["schema", "index", "installationConfiguration"] as const) {
    const text = artifacts[artifact]
    if (text !== undefined) yield* blobs.write(blobKey(folder, artifact), new TextEncoder().encode(text))
  }
})

/** Publishes a version as `principal`: starts, uploads and completes. */
export const publishSample = Effect.fnUntraced(function* (
  principal: Principal,
  id: PackageId,
  body: StartPublish,
  artifacts: SampleArtifacts = sampleArtifacts()
) {
  const publish = yield* Publish
  const { operationID } = yield* publish.start(principal, id, body)
  yield* uploadSample(operationID, artifacts)
  yield* publish.complete(principal, { ...id, version: body.version }, operationID)
  return operationID
})
