/** The rules of publishing a policy pack in the registry: who may, what, and when a version comes to be. */
import { Audit } from "@platform-control/core/Audit"
import type { Principal } from "@platform-control/core/Authorization"
import type { BadRequest, Conflict, Forbidden, NotFound } from "@platform-control/core/Errors"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { makeKeeper } from "../archives/keeper.ts"
import { LooseBlobs } from "../archives/LooseBlobs.ts"
import { uploadBlob, Uploads } from "../archives/Uploads.ts"
import type { StartedPolicyPackPublish, StartPolicyPackPublish } from "../contract/PolicyPack.ts"
import { PolicyPackName } from "../contract/PolicyNames.ts"
import { versionTexts } from "../packs/versionTexts.ts"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import { PolicySettings } from "../PolicySettings.ts"
import { bodyFault, invalid, nameIsExternal, operationCompleted, operationNotFound, tagTaken } from "../refusals.ts"
import { NewVersions } from "../store/NewVersions.ts"
import { type PackName, packRows, packText } from "../store/PackRows.ts"
import { mayChange, type RegistryPath } from "./mayChange.ts"
import { operationsRepository } from "./OperationsRepository.ts"

/** Operation ids are made here; nothing else is ever looked up. */
const operationIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isPackName = Schema.is(PolicyPackName)

const requireOneIdentity = (name: string, body: StartPolicyPackPublish): Effect.Effect<void, BadRequest> => {
  const faults = [
    ...(isPackName(name) ? [] : [{ ...bodyFault("name", "Expected 1 to 100 of A-Z a-z 0-9 . _ -"), resource: "path" }]),
    ...(body.name === undefined || body.name === name ? [] : [bodyFault("name", `Expected ${name}, as in the path`)]),
    ...(body.versionTag === undefined || body.versionTag === body.version
      ? []
      : [bodyFault("versionTag", "Expected the same as `version`")])
  ]
  return faults.length === 0 ? Effect.void : Effect.fail(invalid(faults))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const organizations = yield* PolicyOrganizations
  const settings = yield* PolicySettings
  const operations = yield* operationsRepository
  const rows = yield* packRows
  const uploads = yield* Uploads
  const loose = yield* LooseBlobs
  const newVersions = yield* NewVersions
  const keeping = yield* makeKeeper

  const requireFree = Effect.fnUntraced(function* (pack: PackName, version: string) {
    const found = yield* rows.findPack(pack)
    if (Option.isSome(found) && found.value.external === 1) return yield* nameIsExternal(pack)
    if (yield* operations.isTaken(pack, version)) return yield* tagTaken(pack, version)
  })

  const start = Effect.fn("RegistryPublish.start")(function* (
    principal: Principal,
    path: RegistryPath,
    body: StartPolicyPackPublish
  ) {
    const pack = yield* mayChange(organizations, principal, path)
    yield* requireOneIdentity(path.name, body)
    const texts = yield* versionTexts(body, body.version, "version")
    yield* requireFree(pack, body.version)
    const operation = { ...texts, ...pack, id: randomUUID(), tag: body.version, createdBy: principal.login }
    const target = `${packText(pack)}@${body.version}`
    yield* operations
      .begin({ ...operation, createdAt: yield* Clock.currentTimeMillis })
      .pipe(
        Effect.andThen(
          audit.record({ action: "policy-pack-version.start-publish", target, organization: pack.organization })
        ),
        sql.withTransaction,
        Effect.orDie
      )
    const { requiredHeaders, url } = yield* uploads.place(operation.id)
    return {
      operationID: operation.id,
      uploadURI: url,
      ...(Object.keys(requiredHeaders).length === 0 ? {} : { requiredHeaders }),
      version: body.version
    }
  })

  /** The operation when it can be completed: 404 when there is no such one for this version, 409 when it is too late. */
  const open = Effect.fnUntraced(function* (pack: PackName, version: string, operationId: string) {
    const found = operationIdPattern.test(operationId) ? yield* operations.find(operationId) : Option.none()
    if (Option.isNone(found)) return yield* operationNotFound()
    const { completed, operation } = found.value
    const same =
      operation.organization === pack.organization && operation.name === pack.name && operation.tag === version
    const age = (yield* Clock.currentTimeMillis) - operation.createdAt
    if (!same || age >= settings.operationLifetimeSeconds * 1000) return yield* operationNotFound()
    if (completed) return yield* operationCompleted()
    yield* requireFree(pack, version)
    return operation
  })

  const complete = Effect.fn("RegistryPublish.complete")(function* (
    principal: Principal,
    path: RegistryPath & { readonly version: string },
    operationId: string
  ) {
    const pack = yield* mayChange(organizations, principal, path)
    const operation = yield* open(pack, path.version, operationId)
    yield* keeping(operation.id, (archive) =>
      newVersions.publish(operation.id, { ...operation, uploadId: operation.id }, archive)
    ).pipe(
      // Another attempt that succeeds meanwhile takes the upload away: then it is not missing, but used.
      Effect.catchTag("BadRequest", (refusal) =>
        Effect.andThen(open(pack, path.version, operationId), Effect.fail(refusal))
      )
    )
  })

  const forgetBefore = Effect.fnUntraced(function* (time: number, limit: number) {
    const expired = yield* operations.begunBefore(time, limit)
    for (const id of expired) {
      yield* Effect.orDie(loose.addUploads([uploadBlob(id)]))
      yield* operations.forget(id)
    }
    return expired.length
  })

  return RegistryPublish.of({ start, complete, forgetBefore })
})

/** A client that repeats a request after a fault meets the same refusal, never a half-made version. */
export class RegistryPublish extends Context.Service<
  RegistryPublish,
  {
    /** Begins a publish. Every call begins another one; nothing is visible of it until it is completed. */
    readonly start: (
      principal: Principal,
      path: RegistryPath,
      body: StartPolicyPackPublish
    ) => Effect.Effect<StartedPolicyPackPublish, BadRequest | Conflict | Forbidden | NotFound>
    /** Makes the version, under the pack's next number. Refused with 400 it leaves the operation usable. */
    readonly complete: (
      principal: Principal,
      path: RegistryPath & { readonly version: string },
      operationId: string
    ) => Effect.Effect<void, BadRequest | Conflict | Forbidden | NotFound>
    /** Forgets up to `limit` operations begun before a time (milliseconds since 1970), completed or not; gives their number. */
    readonly forgetBefore: (time: number, limit: number) => Effect.Effect<number>
  }
>()("platform-control/policy/registry/RegistryPublish") {
  static readonly layerNoDeps: Layer.Layer<
    RegistryPublish,
    never,
    LooseBlobs | NewVersions | SqlClient.SqlClient | Uploads
  > = Layer.effect(RegistryPublish, make)
}
