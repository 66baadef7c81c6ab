/** Policy packs for tests: a version to publish, archives good and bad, and sending them without HTTP. */
import { BlobStore } from "@platform-control/core/BlobStore"
import type { Principal } from "@platform-control/core/Authorization"
import { Effect, Stream } from "effect"
import { Tar } from "effect/encoding"
import { gzipSync } from "node:zlib"
import type { AppPolicy } from "./contract/AppPolicy.ts"
import type { CreatePolicyPack } from "./contract/PolicyPack.ts"
import { Packs } from "./packs/Packs.ts"

/** A policy of a name; `more` adds to it or replaces in it. */
export const samplePolicy = (name = "no-public-bucket", more: Partial<AppPolicy> = {}): AppPolicy => ({
  name,
  displayName: "No public bucket",
  description: "Buckets must not be public.",
  enforcementLevel: "mandatory",
  message: "Make the bucket private.",
  ...more
})

/** A version of a pack with one policy; `more` adds to it or replaces in it. */
export const samplePack = (name: string, more: Partial<CreatePolicyPack> = {}): CreatePolicyPack => ({
  name,
  displayName: `The pack ${name}`,
  policies: [samplePolicy()],
  ...more
})

/** A gzipped tar of these entries. */
export const archiveOf = (...entries: ReadonlyArray<Tar.Entry>): Effect.Effect<Uint8Array> =>
  Stream.fromIterable(entries).pipe(
    Stream.pipeThroughChannelOrFail(Tar.encode()),
    Stream.runCollect,
    Effect.map((chunks) => new Uint8Array(gzipSync(Buffer.concat([...chunks])))),
    Effect.orDie
  )

/** An archive that any version can be published with. */
export const sampleArchive: Effect.Effect<Uint8Array> = archiveOf(
  Tar.directory("policies"),
  Tar.file("policies/index.js", "export const policies = []\n"),
  Tar.file("README.md", "# Sample\n")
)

/** Stores an archive where a client would have sent it. */
export const uploadTo = Effect.fnUntraced(function* (uploadURI: string, archive: Uint8Array) {
  const { pathname } = new URL(uploadURI)
  yield* (yield* BlobStore).write(pathname.slice(pathname.indexOf("policypacks/")), archive)
})

/** Publishes the next version as `principal`: creates, uploads and completes; gives its number. */
export const publishPack = Effect.fnUntraced(function* (
  principal: Principal,
  organization: string,
  body: CreatePolicyPack
) {
  const packs = yield* Packs
  const { uploadURI, version } = yield* packs.create(principal, organization, body)
  yield* uploadTo(uploadURI, yield* sampleArchive)
  yield* packs.complete({ organization, name: body.name }, String(version))
  return version
})
