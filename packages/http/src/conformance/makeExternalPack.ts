/** A policy pack that the conformance suite can't make itself: imported, as by the administration command. */
import { Imports } from "@platform-control/policy/server"
import { Effect, Stream } from "effect"
import { Tar } from "effect/encoding"
import { gzipSync } from "node:zlib"

const NAME = "cf-external"

const archive = Stream.make(Tar.file("README.md", "# For a run of the conformance suite\n")).pipe(
  Stream.pipeThroughChannelOrFail(Tar.encode()),
  Stream.runCollect,
  Effect.map((chunks) => new Uint8Array(gzipSync(Buffer.concat([...chunks])))),
  Effect.orDie
)

/** Which version of which pack was imported. */
export const makeExternalPack = Effect.fnUntraced(function* (organization: string, visibility: "private" | "public") {
  const body = {
    name: NAME,
    displayName: "For a run of the conformance suite",
    policies: [
      { name: "only", displayName: "Only", description: "", enforcementLevel: "advisory" as const, message: "" }
    ]
  }
  const version = yield* (yield* Imports).add(organization, body, yield* archive, visibility)
  return { name: NAME, version }
})
