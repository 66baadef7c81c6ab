/**
 * The stable addresses of a version's artifacts, which `readmeURL` and `schemaURL` name. Not an operation of the
 * specification, so it does not stand in the OpenAPI document.
 */
import { OptionalAuthorization } from "@platform-control/core/Authorization"
import { NotFound } from "@platform-control/core/Errors"
import { Needs, needs } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { PathName } from "@platform-control/core/Names"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { VersionPath } from "./PackagePath.ts"

/** Answers with a redirect to a signed place that expires soon, so that no large file passes through this server's memory. */
const read = HttpApiEndpoint.get("read", "/artifacts/:source/:publisher/:name/:version/:file", {
  params: { ...VersionPath, file: PathName },
  success: HttpApiSchema.Empty(302),
  error: NotFound
})
  .annotate(Needs, needs.packageRead)
  .middleware(OptionalAuthorization)

/** Public packages are free; private ones need a credential that sees them. */
export class ArtifactsGroup extends HttpApiGroup.make("artifacts")
  .add(read)
  .middleware(RequestErrors)
  .annotate(OpenApi.Exclude, true) {}
