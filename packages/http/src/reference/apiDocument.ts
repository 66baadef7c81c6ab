/** The OpenAPI 3.1 document of the whole API. */
import { identity } from "effect"
import { OpenApi } from "effect/http-api"
import { version } from "../cli/version.ts"
import { describeEndpoints } from "./describeEndpoints.ts"
import { ReferenceApi } from "./ReferenceApi.ts"
import { refineDocument } from "./refineDocument.ts"

/** What the document says of the server that serves it. */
export interface ServedBy {
  readonly publicUrl: string
  readonly anonymousReads: boolean
}

const description = `The control plane's HTTP API. Bodies are JSON unless an operation says otherwise.

Every answer carries \`X-Request-Id\`. Every refusal has one body: \`code\` repeats the status, \`message\` is for people,
\`errors\` names what is wrong where that can be said. A path without the asked method answers 405 with \`Allow\`.
Unknown fields of requests are ignored; ignore unknown fields of answers. Lists end where \`continuationToken\` is absent.`

type Document = OpenApi.OpenAPISpec

/** The API with everything that the document says of it; `refine` is for what shows it in another way. */
export const documentedApi = (
  { anonymousReads, publicUrl }: ServedBy,
  refine: (document: Document) => Document = identity
) => {
  const described = describeEndpoints(ReferenceApi, { anonymousReads })
  return ReferenceApi.annotateMerge(
    OpenApi.annotations({
      title: "Platform Control",
      version,
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" }
    })
  ).annotate(OpenApi.Transform, (document) => refine(refineDocument(document as Document, described, publicUrl)))
}
