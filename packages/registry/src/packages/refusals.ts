/** Why operations on packages are refused. */
import { BadRequest, NotFound } from "@platform-control/core/Errors"

/** Also for what exists and the caller can't see: it is not revealed. */
export const versionNotFound = (path: {
  readonly source: string
  readonly publisher: string
  readonly name: string
  readonly version: string
}): NotFound =>
  new NotFound({
    message: `Package version ${path.source}/${path.publisher}/${path.name}@${path.version} not found`,
    errors: [{ resource: "packageVersion", errorType: "not_found" }]
  })

/** A deletion names the version that it means, so that a publish in between can't change it (open points, section 3). */
export const latestNotDeletable = (): BadRequest =>
  new BadRequest({
    message: "path.version: Expected a version, not `latest`",
    errors: [{ resource: "path", attribute: "version", errorType: "invalid" }]
  })
