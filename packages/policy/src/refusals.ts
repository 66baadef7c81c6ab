/** Why operations on policy packs are refused. */
import { BadRequest, Conflict, type ErrorDetail, NotFound } from "@platform-control/core/Errors"
import type { PackName } from "./store/PackRows.ts"

const notFound = (what: string, resource: string): NotFound =>
  new NotFound({ message: `${what} not found`, errors: [{ resource, errorType: "not_found" }] })

export const organizationNotFound = (organization: string): NotFound =>
  notFound(`Organization ${organization}`, "organization")

/** Also for a source other than `private`: there are no packs in it. */
export const sourceNotFound = (source: string): NotFound => notFound(`Source ${source}`, "source")

/** Also for an organization whose packs the caller can't see: it is not revealed. */
export const publisherNotFound = (publisher: string): NotFound => notFound(`Publisher ${publisher}`, "publisher")

export const packNotFound = (pack: string): NotFound => notFound(`Policy pack ${pack}`, "policyPack")

export const versionNotFound = (pack: string, version: string): NotFound =>
  notFound(`Policy pack version ${pack}@${version}`, "policyPackVersion")

export const groupNotFound = (group: string): NotFound => notFound(`Policy group ${group}`, "policyGroup")

/** Also for an operation of another pack or version, or one that has expired. */
export const operationNotFound = (): NotFound => notFound("Publish operation", "publishOperation")

const refusal = (message: string, resource: string): BadRequest =>
  new BadRequest({ message, errors: [{ resource, errorType: "custom", customMessage: message }] })

export const alreadyComplete = (number: number): BadRequest =>
  refusal(`Version ${number} of the policy pack is already complete`, "policyPackVersion")

export const incomplete = (number: number): BadRequest =>
  refusal(
    `Version ${number} of the policy pack is not complete: upload its archive and complete it`,
    "policyPackVersion"
  )

export const externalPack = (name: string): BadRequest =>
  refusal(`${name} is an external policy pack, which can't be deleted`, "policyPack")

export const packEnabled = (name: string): BadRequest =>
  refusal(`Policy pack ${name} is enabled in a policy group: take it out of every group first`, "policyPack")

export const policyAsCodeDisabled = (organization: string): BadRequest =>
  refusal(`Policy as code is not enabled for organization ${organization}`, "organization")

const conflict = (message: string, resource: string, attribute?: string): Conflict =>
  new Conflict({
    message,
    errors: [{ resource, ...(attribute === undefined ? {} : { attribute }), errorType: "already_exists" }]
  })

export const versionApplied = (number: number): Conflict =>
  new Conflict({
    message: `Version ${number} of the policy pack is applied to policy groups: take it out of them first`,
    errors: [{ resource: "policyPackVersion", errorType: "custom", customMessage: "Applied to policy groups" }]
  })

/** A tag is taken when its version is created, and stays so when the version is deleted. */
export const tagTaken = ({ name, organization }: PackName, tag: string): Conflict =>
  conflict(
    `Version tag ${tag} of policy pack ${organization}/${name} is taken; a tag is never published twice`,
    "policyPackVersion",
    "versionTag"
  )

export const nameIsExternal = ({ name, organization }: PackName): Conflict =>
  conflict(`${organization}/${name} is an external policy pack; publish under another name`, "policyPack", "name")

export const nameIsOwn = ({ name, organization }: PackName): Conflict =>
  conflict(
    `${organization}/${name} is a policy pack that was published; import under another name`,
    "policyPack",
    "name"
  )

export const groupExists = (group: string): Conflict => conflict(`Policy group ${group} exists`, "policyGroup", "name")

/** An operation is completed once, also when its version was deleted since. */
export const operationCompleted = (): Conflict =>
  conflict("The publish operation was completed before; start another one", "publishOperation", "operationID")

/** A 400 that lists every problem, with where it is. */
export const invalid = (errors: ReadonlyArray<ErrorDetail>): BadRequest =>
  new BadRequest({
    message: errors
      .map(({ attribute, customMessage, errorType, resource }) => {
        const where = attribute === undefined ? resource : `${resource}.${attribute}`
        return `${where}: ${customMessage ?? errorType}`
      })
      .join("; "),
    errors
  })

/** One fault of a field of the body. */
export const bodyFault = (attribute: string, customMessage: string): ErrorDetail => ({
  resource: "body",
  attribute,
  errorType: "invalid",
  customMessage
})
