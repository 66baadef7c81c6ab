/** The one API id under which every area declares its groups; a group built for another id would not be served. */
import { HttpApi } from "effect/http-api"

/** The id shared by every group of the control plane. */
export const ApiId = "platform-control"

/**
 * The empty API to which an area adds its own groups before it builds their handlers. A refused request is told all of
 * its problems at once (open points, section 1).
 */
export const BaseApi = HttpApi.make(ApiId).annotate(HttpApi.ParseOptions, { errors: "all" })
