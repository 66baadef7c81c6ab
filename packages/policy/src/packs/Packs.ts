/** The rules of an organization's policy packs. Knows no HTTP and no SQL; the door has checked the permission. */
import type { Principal } from "@platform-control/core/Authorization"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { LooseBlobs } from "../archives/LooseBlobs.ts"
import { Uploads } from "../archives/Uploads.ts"
import type { AppPolicyWithVersions, CreatedPolicyPack, CreatePolicyPack } from "../contract/PolicyPack.ts"
import { PolicyAsCode } from "../PolicyAsCode.ts"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import {
  alreadyComplete,
  incomplete,
  organizationNotFound,
  policyAsCodeDisabled,
  versionNotFound
} from "../refusals.ts"
import { NewVersions } from "../store/NewVersions.ts"
import { type PackName, packRows, packText, type VersionRow } from "../store/PackRows.ts"
import { Removals } from "../store/Removals.ts"
import { makeKeeper } from "../archives/keeper.ts"
import { packsRepository } from "./PacksRepository.ts"
import { schemaJson, versionJson } from "./versionJson.ts"
import { versionTexts } from "./versionTexts.ts"

const make = Effect.gen(function* () {
  const repository = yield* packsRepository
  const rows = yield* packRows
  const organizations = yield* PolicyOrganizations
  const policyAsCode = yield* PolicyAsCode
  const uploads = yield* Uploads
  const newVersions = yield* NewVersions
  const removals = yield* Removals
  const keeping = yield* makeKeeper

  /** Site administrators pass every door, also that of an organization that there is not. */
  const requireOrganization = (name: string) =>
    Effect.flatMap(organizations.exists(name), (exists) => (exists ? Effect.void : organizationNotFound(name)))

  const find = Effect.fnUntraced(function* (pack: PackName, text: string) {
    yield* requireOrganization(pack.organization)
    const found = yield* rows.findVersion(pack, text)
    return Option.isNone(found) ? yield* versionNotFound(packText(pack), text) : found.value
  })

  const findComplete = Effect.fnUntraced(function* (pack: PackName, text: string) {
    const version = yield* find(pack, text)
    return version.completed_at === null ? yield* incomplete(version.number) : version
  })

  const policiesOf = Effect.fnUntraced(function* (version: VersionRow) {
    const policies = yield* rows.policies(version)
    return Option.isNone(policies) ? yield* versionNotFound(packText(version), String(version.number)) : policies.value
  })

  const create = Effect.fn("Packs.create")(function* (
    principal: Principal,
    organization: string,
    body: CreatePolicyPack
  ) {
    yield* requireOrganization(organization)
    const texts = yield* versionTexts(body, body.versionTag, "versionTag")
    const uploadId = randomUUID()
    const number = yield* newVersions.begin({
      ...texts,
      organization,
      name: body.name,
      createdBy: principal.login,
      uploadId
    })
    const { requiredHeaders, url } = yield* uploads.place(uploadId)
    return {
      version: number,
      uploadURI: url,
      ...(Object.keys(requiredHeaders).length === 0 ? {} : { requiredHeaders })
    }
  })

  const complete = Effect.fn("Packs.complete")(function* (pack: PackName, text: string) {
    const version = yield* find(pack, text)
    if (version.completed_at !== null) return yield* alreadyComplete(version.number)
    yield* keeping(version.upload_id, (archive) => newVersions.complete(version, archive)).pipe(
      // Another attempt that succeeds meanwhile takes the upload away: then it is not missing, but used.
      Effect.catchTag("BadRequest", (refusal) =>
        Effect.flatMap(find(pack, String(version.number)), ({ completed_at }) =>
          completed_at === null ? Effect.fail(refusal) : alreadyComplete(version.number)
        )
      )
    )
  })

  const schema = Effect.fnUntraced(function* (pack: PackName, text: string) {
    yield* requireOrganization(pack.organization)
    if (!(yield* policyAsCode.isEnabled(pack.organization))) return yield* policyAsCodeDisabled(pack.organization)
    return schemaJson(yield* policiesOf(yield* findComplete(pack, text)))
  })

  const get = Effect.fnUntraced(function* (pack: PackName, text: string) {
    const version = yield* findComplete(pack, text)
    const applied = yield* rows.isApplied(version)
    return versionJson(version, applied, yield* policiesOf(version))
  })

  return Packs.of({
    list: Effect.fnUntraced(function* (organization, name) {
      yield* requireOrganization(organization)
      return yield* repository.list(organization, name)
    }),
    create,
    complete,
    get,
    schema,
    remove: Effect.fn("Packs.remove")(function* (pack, text) {
      yield* requireOrganization(pack.organization)
      yield* removals.removeVersion(pack, text)
    }),
    removePack: Effect.fn("Packs.removePack")(function* (pack) {
      yield* requireOrganization(pack.organization)
      yield* removals.removePack(pack)
    })
  })
})

/** Versions are named by number, tag or `latest` (open points, section 5). */
export class Packs extends Context.Service<
  Packs,
  {
    /** Packs with complete versions, by name; one pack at most where a name is given. */
    readonly list: (
      organization: string,
      name: string | undefined
    ) => Effect.Effect<ReadonlyArray<AppPolicyWithVersions>, NotFound>
    /** Begins the next version. Every call begins another one. */
    readonly create: (
      principal: Principal,
      organization: string,
      body: CreatePolicyPack
    ) => Effect.Effect<CreatedPolicyPack, BadRequest | Conflict | NotFound>
    /** Makes the version available, once its archive was uploaded and found fit; refused, it stays as it was. */
    readonly complete: (pack: PackName, version: string) => Effect.Effect<void, BadRequest | NotFound>
    /** A complete version as JSON. */
    readonly get: (pack: PackName, version: string) => Effect.Effect<string, BadRequest | NotFound>
    /** The configuration schemas of a complete version as JSON. */
    readonly schema: (pack: PackName, version: string) => Effect.Effect<string, BadRequest | NotFound>
    readonly remove: (pack: PackName, version: string) => Effect.Effect<void, BadRequest | Conflict | NotFound>
    readonly removePack: (pack: PackName) => Effect.Effect<void, BadRequest | NotFound>
  }
>()("platform-control/policy/packs/Packs") {
  static readonly layerNoDeps: Layer.Layer<
    Packs,
    never,
    LooseBlobs | NewVersions | Removals | SqlClient.SqlClient | Uploads
  > = Layer.effect(Packs, make)
}
