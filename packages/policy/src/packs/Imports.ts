/** External packs: made elsewhere, brought in by the administration command, and not to be deleted through the API. */
import { BlobStore } from "@platform-control/core/BlobStore"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { Cause, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { LooseBlobs } from "../archives/LooseBlobs.ts"
import { newKeptBlob, Uploads } from "../archives/Uploads.ts"
import type { CreatePolicyPack } from "../contract/PolicyPack.ts"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import { organizationNotFound } from "../refusals.ts"
import { NewVersions } from "../store/NewVersions.ts"
import type { PackName, PackVisibility } from "../store/PackRows.ts"
import { Removals } from "../store/Removals.ts"
import { versionTexts } from "./versionTexts.ts"

/** Who imported, as versions remember it. */
const IMPORTER = "platform-control"

const make = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const organizations = yield* PolicyOrganizations
  const loose = yield* LooseBlobs
  const uploads = yield* Uploads
  const newVersions = yield* NewVersions
  const removals = yield* Removals

  return Imports.of({
    add: Effect.fn("Imports.add")(function* (organization, body, archive, visibility) {
      if (!(yield* organizations.exists(organization))) return yield* organizationNotFound(organization)
      const texts = yield* versionTexts(body, body.versionTag, "versionTag")
      const version = { ...texts, organization, name: body.name, createdBy: IMPORTER, uploadId: randomUUID() }
      const blob = newKeptBlob()
      yield* Effect.orDie(loose.add([blob]))
      return yield* blobs.write(blob, archive).pipe(
        Effect.andThen(uploads.check(blob)),
        Effect.flatMap((kept) => Effect.uninterruptible(newVersions.importVersion(version, kept, visibility))),
        Effect.onError((cause) =>
          Cause.hasDies(cause) ? Effect.void : Effect.ignoreCause(loose.discardUnowned(blob), { log: true })
        )
      )
    }),
    remove: (pack) => removals.unimport(pack)
  })
})

export class Imports extends Context.Service<
  Imports,
  {
    /**
     * Makes the next version of an external pack, complete, and gives its number. A public pack is seen by every
     * organization, and stays public whatever further imports say. 400 for what could not be published either, 404 without
     * organization, 409 for a tag that was used, or a name that the organization published itself.
     */
    readonly add: (
      organization: string,
      body: CreatePolicyPack,
      archive: Uint8Array,
      visibility: PackVisibility
    ) => Effect.Effect<number, BadRequest | Conflict | NotFound>
    /** Removes an external pack with all its versions. 400 while a policy group uses it, 404. */
    readonly remove: (pack: PackName) => Effect.Effect<void, BadRequest | NotFound>
  }
>()("platform-control/policy/packs/Imports") {
  static readonly layerNoDeps: Layer.Layer<
    Imports,
    never,
    BlobStore | LooseBlobs | NewVersions | Removals | Uploads | SqlClient.SqlClient
  > = Layer.effect(Imports, make)
}
