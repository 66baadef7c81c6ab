/** The policy packs of one organization, as said on the wire (Spec A, Policy packs, organization-scoped). */
import { Authorization } from "@platform-control/core/Authorization"
import { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { needs, Needs, OrganizationDoor } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AppPolicyWithVersions,
  CreatedPolicyPack,
  CreatePolicyPack,
  PolicyPackConfigSchema,
  PolicyPackVersion,
  RegistryPolicyPackAnswer
} from "./PolicyPack.ts"
import {
  ORGANIZATION_PACKS_PATH,
  OrganizationPath,
  PackPath,
  PackVersionPath,
  PolicyPackName,
  storableText
} from "./PolicyNames.ts"

const reads = needs.organization("OrganizationRead")
const writes = needs.organization("RegistryPublish")

const list = HttpApiEndpoint.get("list", ORGANIZATION_PACKS_PATH, {
  params: OrganizationPath,
  query: Schema.Struct({
    policypack: Schema.optionalKey(PolicyPackName.annotate({ description: "Only the pack of this name." }))
  }),
  success: Schema.Struct({ policyPacks: Schema.Array(AppPolicyWithVersions) }).annotate({
    identifier: "PolicyPackList"
  }),
  error: [BadRequest, NotFound]
})
  .annotate(Needs, reads)
  .annotateMerge(
    OpenApi.annotations({
      summary: "List an organization's policy packs",
      description:
        "Packs by name, each with its complete versions, newest first. A version that is not complete is not shown."
    })
  )

const create = HttpApiEndpoint.post("create", ORGANIZATION_PACKS_PATH, {
  params: OrganizationPath,
  payload: CreatePolicyPack,
  success: CreatedPolicyPack.pipe(HttpApiSchema.status(201)),
  error: [BadRequest, NotFound, Conflict]
})
  .annotate(Needs, writes)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Begin a version of a policy pack",
      description:
        "Makes the next version of the name, incomplete. Send the archive with PUT to `uploadURI`, which may be repeated until it expires, then complete. A version tag is taken from here on, for good."
    })
  )

const removePack = HttpApiEndpoint.delete("removePack", `${ORGANIZATION_PACKS_PATH}/:policyPackName`, {
  params: PackPath,
  success: HttpApiSchema.Empty(200),
  error: [BadRequest, NotFound]
})
  .annotate(Needs, writes)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete a policy pack",
      description:
        "With all versions and their archives. A pack that a policy group uses, or that was imported, is refused."
    })
  )

const VERSION_PATH = `${ORGANIZATION_PACKS_PATH}/:policyPackName/versions/:version` as const

const get = HttpApiEndpoint.get("get", VERSION_PATH, {
  params: PackVersionPath,
  success: PolicyPackVersion,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, reads)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Read one version of a policy pack",
      description: "A version that is not complete can't be read (400)."
    })
  )

const remove = HttpApiEndpoint.delete("remove", VERSION_PATH, {
  params: PackVersionPath,
  success: HttpApiSchema.Empty(200),
  error: [BadRequest, NotFound, Conflict]
})
  .annotate(Needs, writes)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete one version of a policy pack",
      description:
        "Refused while a policy group applies it. Its number and tag are not used again. The last version takes the pack with it."
    })
  )

const complete = HttpApiEndpoint.post("complete", `${VERSION_PATH}/complete`, {
  params: PackVersionPath,
  success: HttpApiSchema.NoContent,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, writes)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Complete a version of a policy pack",
      description:
        "Checks the uploaded archive and makes the version available. A 400 that names the archive leaves the version as it was: upload another and complete again."
    })
  )

const schema = HttpApiEndpoint.get("schema", `${VERSION_PATH}/schema`, {
  params: PackVersionPath,
  success: PolicyPackConfigSchema,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, reads)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Read the configuration schema of a version",
      description: "Refused where the organization does not use policy as code."
    })
  )

const registryGet = HttpApiEndpoint.get("registryGet", "/api/orgs/:orgName/registry/policypacks/:policyPackName", {
  params: PackPath,
  query: Schema.Struct({
    tag: Schema.optionalKey(
      storableText(1024).annotate({
        description: "A version tag; the newest complete version when absent or `latest`."
      })
    )
  }),
  success: RegistryPolicyPackAnswer,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, reads)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Read an organization's policy pack as the registry shows it",
      description: "Without its policies."
    })
  )

/** The operations on the policy packs of one organization. */
export class PolicyPacksGroup extends HttpApiGroup.make("policyPacks")
  .add(list, create, removePack, get, remove, complete, schema, registryGet)
  .middleware(RequestErrors)
  .middleware(OrganizationDoor)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Policy packs",
      description: "Publish, read and delete an organization's policy packs."
    })
  ) {}
