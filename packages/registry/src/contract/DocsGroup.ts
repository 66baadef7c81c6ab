/** Reading the documentation of a package version, as said on the wire (Spec A, Registry). */
import { ReadAuthorization } from "@platform-control/core/Authorization"
import { BadRequest, NotAcceptable, NotFound } from "@platform-control/core/Errors"
import { Needs, needs } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { PackageExamples } from "./DocsExamples.ts"
import { PackageNavigation } from "./DocsNavigation.ts"
import { PackageDocs } from "./DocsPage.ts"
import { PackageInstallation, PackageReadme } from "./DocsProse.ts"
import { DocsQuery, ExamplesQuery, NavigationQuery, ProseQuery } from "./DocsQueries.ts"
import { ReadableVersionPath, VERSIONS_PATH } from "./PackagePath.ts"

/** The media types of every answer; the first is the one of a request that accepts both alike. */
export const DOCS_MEDIA_TYPES = ["application/json", "text/markdown"] as const

const VERSION_PATH = `${VERSIONS_PATH}/:version` as const

/** The same answer for people and language models. */
const Markdown = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/markdown; charset=utf-8" })).annotate({
  description: "The same as a Markdown document."
})

const headers = {
  accept: Schema.optionalKey(
    Schema.String.annotate({ description: "`application/json` or `text/markdown`, with weights; JSON when absent." })
  )
}

const error = [BadRequest, NotFound, NotAcceptable] as const

/** Whatever names no type is not found, however it is written (Spec A, Registry; Errors, 404). */
const TypeToken = Schema.String

const docs = HttpApiEndpoint.get("docs", `${VERSION_PATH}/docs/:typeToken`, {
  params: {
    ...ReadableVersionPath,
    typeToken: TypeToken.annotate({ description: "The type token of a resource or function, percent-encoded." })
  },
  query: DocsQuery,
  headers,
  success: [PackageDocs, Markdown],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Read the documentation of one resource or function",
    description: "Names and types stand in all languages at once; `lang` decides on the language of prose and code."
  })
)

/**
 * The same operation for type tokens whose slashes are not percent-encoded, which `docs` can't match: to the router a
 * parameter ends at a slash, and only a wildcard does not. Both are decoded once, so every degree of encoding means the
 * same. The wildcard also matches the path without any token, where it is absent.
 */
const docsByRawToken = HttpApiEndpoint.get("docsByRawToken", `${VERSION_PATH}/docs/*`, {
  params: { ...ReadableVersionPath, "*": Schema.optionalKey(TypeToken) },
  query: DocsQuery,
  headers,
  success: [PackageDocs, Markdown],
  error
}).annotate(OpenApi.Exclude, true)

const examples = HttpApiEndpoint.get("examples", `${VERSION_PATH}/examples`, {
  params: ReadableVersionPath,
  query: ExamplesQuery,
  headers,
  success: [PackageExamples, Markdown],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "List examples",
    description:
      "By type token, and for one type in the order of its description. Code stands in the asked language, or in another one where there is none."
  })
)

const installation = HttpApiEndpoint.get("installation", `${VERSION_PATH}/installation`, {
  params: ReadableVersionPath,
  query: ProseQuery,
  headers,
  success: [PackageInstallation, Markdown],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Read how to install a package",
    description: "404 also when the package was published without an installation text."
  })
)

const nav = HttpApiEndpoint.get("nav", `${VERSION_PATH}/nav`, {
  params: ReadableVersionPath,
  query: NavigationQuery,
  headers,
  success: [PackageNavigation, Markdown],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "List what a package contains",
    description: "Modules in the order of the package schema. With `q`, modules without a match are left out."
  })
)

const readme = HttpApiEndpoint.get("readme", `${VERSION_PATH}/readme`, {
  params: ReadableVersionPath,
  query: ProseQuery,
  headers,
  success: [PackageReadme, Markdown],
  error
}).annotateMerge(OpenApi.annotations({ summary: "Read the README of a package" }))

/** Everything that can be read about the inside of a package version. */
export class DocsGroup extends HttpApiGroup.make("docs")
  .add(docs, docsByRawToken, examples, installation, nav, readme)
  .annotateEndpoints(Needs, needs.packageRead)
  .middleware(RequestErrors)
  .middleware(ReadAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Docs",
      description:
        "The documentation of package versions, as JSON or as Markdown. Answers for a concrete version carry a strong `ETag`; with `If-None-Match` an unchanged answer is a 304 without a body."
    })
  ) {}
