/** Policy packs in the registry, as said on the wire (Spec A, Policy packs, registry-scoped; open points, section 5). */
import { Authorization, OptionalAuthorization, ReadAuthorization } from "@platform-control/core/Authorization"
import { BadRequest, Conflict, Forbidden, NotFound } from "@platform-control/core/Errors"
import { Needs, needs } from "@platform-control/core/Needs"
import { ContinuationToken } from "@platform-control/core/Paging"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { REGISTRY_PACKS_PATH, RegistryPackPath, RegistryPackVersionPath, storableText } from "./PolicyNames.ts"
import {
  RegistryPolicyPackAnswer,
  RegistryPolicyPackList,
  StartedPolicyPackPublish,
  StartPolicyPackPublish
} from "./PolicyPack.ts"

/** Which packs a list shows, seen from an organization (open points, section 5). */
export const PackAccess = Schema.Literals(["added", "available", "enabled", "private"]).annotate({
  description:
    "`private`: made by the organization. `added`: public packs that it added. `available`: public packs of others that it did not add. `enabled`: made or added, and not denied."
})
export type PackAccess = typeof PackAccess.Type

/** Packs of one page. */
export const PACK_PAGE_SIZE = 100

const continuationToken = Schema.optionalKey(
  ContinuationToken.annotate({ description: "From an earlier page of the same list." })
)

const orgLogin = storableText(256).annotate({
  description:
    "The organization from which the packs are seen; needs a credential of one of its members to see private packs."
})

/** Which packs are to be listed; without an organization, seen from all organizations of the caller. */
export const PackListRequest = Schema.Struct({
  access: Schema.optionalKey(PackAccess),
  ids: Schema.optionalKey(
    Schema.Array(storableText(100))
      .pipe(Schema.check(Schema.isMaxLength(1000)))
      .annotate({ description: "Only the packs of these ids." })
  ),
  orgLogin: Schema.optionalKey(orgLogin)
}).annotate({ identifier: "PackListRequest" })
export type PackListRequest = typeof PackListRequest.Type

const listDeprecated = HttpApiEndpoint.get("listDeprecated", REGISTRY_PACKS_PATH, {
  query: Schema.Struct({ orgLogin, access: Schema.optionalKey(PackAccess), continuationToken }),
  success: RegistryPolicyPackList,
  error: BadRequest
})
  .annotate(Needs, needs.nothing)
  .middleware(OptionalAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      deprecated: true,
      summary: "List policy packs (use POST)",
      description: "Answers as the POST does, with a `Deprecation` header."
    })
  )

const list = HttpApiEndpoint.post("list", REGISTRY_PACKS_PATH, {
  query: Schema.Struct({ continuationToken }),
  payload: [PackListRequest, HttpApiSchema.NoContent],
  success: RegistryPolicyPackList,
  error: BadRequest
})
  .annotate(Needs, needs.nothing)
  .middleware(OptionalAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "List policy packs",
      description:
        "Packs by name, each by its newest complete version, without policies. Needs no credential; then it shows public packs only."
    })
  )

const removePack = HttpApiEndpoint.delete("removePack", `${REGISTRY_PACKS_PATH}/:source/:publisher/:name`, {
  params: RegistryPackPath,
  success: HttpApiSchema.NoContent,
  error: [BadRequest, Forbidden, NotFound]
})
  .annotate(Needs, needs.packagePublish)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete a policy pack and all its versions",
      description: "Needs RegistryPublish. A pack that a policy group uses, or that was imported, is refused."
    })
  )

const VERSIONS_PATH = `${REGISTRY_PACKS_PATH}/:source/:publisher/:name/versions` as const

const versions = HttpApiEndpoint.get("versions", VERSIONS_PATH, {
  params: RegistryPackPath,
  query: Schema.Struct({ continuationToken }),
  success: RegistryPolicyPackList,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, needs.packageRead)
  .middleware(ReadAuthorization)
  .annotateMerge(
    OpenApi.annotations({ summary: "List the versions of a policy pack", description: "Complete ones, newest first." })
  )

const start = HttpApiEndpoint.post("start", VERSIONS_PATH, {
  params: RegistryPackPath,
  payload: StartPolicyPackPublish,
  success: StartedPolicyPackPublish.pipe(HttpApiSchema.status(202)),
  error: [BadRequest, Forbidden, NotFound, Conflict]
})
  .annotate(Needs, needs.packagePublish)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Start publishing a version of a policy pack",
      description:
        "Needs RegistryPublish. Send the archive with PUT to `uploadURI`, then complete. A repeated start is safe: it begins another operation."
    })
  )

const get = HttpApiEndpoint.get("get", `${VERSIONS_PATH}/:version`, {
  params: RegistryPackVersionPath,
  success: RegistryPolicyPackAnswer,
  error: NotFound
})
  .annotate(Needs, needs.packageRead)
  .middleware(ReadAuthorization)
  .annotateMerge(
    OpenApi.annotations({ summary: "Read one version of a policy pack", description: "With its policies." })
  )

const remove = HttpApiEndpoint.delete("remove", `${VERSIONS_PATH}/:version`, {
  params: RegistryPackVersionPath,
  success: HttpApiSchema.NoContent,
  error: [BadRequest, Forbidden, NotFound, Conflict]
})
  .annotate(Needs, needs.packagePublish)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete one version of a policy pack",
      description: "Needs RegistryPublish. Refused while a policy group applies it, and for imported packs."
    })
  )

const complete = HttpApiEndpoint.post("complete", `${VERSIONS_PATH}/:version/complete`, {
  params: RegistryPackVersionPath,
  payload: Schema.Struct({
    operationID: storableText(256)
  }).annotate({ identifier: "CompletePolicyPackPublish" }),
  success: Schema.Struct({}).annotate({ identifier: "CompletedPolicyPackPublish" }).pipe(HttpApiSchema.status(201)),
  error: [BadRequest, Forbidden, NotFound, Conflict]
})
  .annotate(Needs, needs.packagePublish)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Complete publishing a version of a policy pack",
      description:
        "Checks the archive and makes the version available at once and whole, under the pack's next number. A 400 leaves the operation usable."
    })
  )

/** The operations on the policy packs of all organizations. */
export class RegistryPolicyPacksGroup extends HttpApiGroup.make("registryPolicyPacks")
  .add(listDeprecated, list, removePack, versions, start, get, remove, complete)
  .middleware(RequestErrors)
  .annotateMerge(
    OpenApi.annotations({
      title: "Policy packs in the registry",
      description: "Find, publish and delete policy packs."
    })
  ) {}
