/** Why publishing is refused. */
import { BadRequest, Conflict, type ErrorDetail, NotFound } from "@platform-control/core/Errors"
import type { VersionId } from "../packages/PackageId.ts"

const notFound = (what: string, resource: string): NotFound =>
  new NotFound({ message: `${what} not found`, errors: [{ resource, errorType: "not_found" }] })

export const sourceNotFound = (source: string): NotFound => notFound(`Source ${source}`, "source")

/** Also for an organization whose private packages the caller can't see: it is not revealed. */
export const publisherNotFound = (publisher: string): NotFound => notFound(`Publisher ${publisher}`, "publisher")

/** Also for an operation of another package or version, or one that has expired. */
export const operationNotFound = (): NotFound => notFound("Publish operation", "publishOperation")

/** A version is published once. */
export const versionExists = (id: VersionId): Conflict =>
  new Conflict({
    message: `Package version ${id.source}/${id.publisher}/${id.name}@${id.version} exists`,
    errors: [{ resource: "packageVersion", attribute: "version", errorType: "already_exists" }]
  })

/** An operation is completed once, also when its version was deleted since. */
export const operationCompleted = (): Conflict =>
  new Conflict({
    message: "The publish operation was completed before; start another one",
    errors: [{ resource: "publishOperation", attribute: "operationID", errorType: "already_exists" }]
  })

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
