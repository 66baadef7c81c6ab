/** The operations of the registry's documentation, by hand from the specification (Spec A, Registry; open points, section 3). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { arrayOf, mapOf, nullable, oneOf, optional, record, required } = shape

/** The rendering targets that `lang` lists. */
export const languages = ["typescript", "python", "go", "csharp", "java", "yaml", "hcl"] as const
export type Language = (typeof languages)[number]

/** The operating systems that `os` lists. */
export const systems = ["linux", "macos", "windows"] as const

const language = oneOf(...languages)
const system = oneOf(...systems)
const byLanguage = mapOf(shape.string)

/** Spec A, Content node. Its kind is open: a reader renders the Markdown of one that it doesn't know. */
export const contentNode = record("RegistryContentNode", {
  kind: required(shape.string),
  markdown: required(shape.string),
  options: optional(
    arrayOf(
      record("RegistryContentNodeOption", {
        content: required(shape.string),
        language: optional(shape.string),
        os: optional(shape.string)
      })
    )
  )
})

/** Spec A, RegistryDocsProperty. */
export const docsProperty = record("RegistryDocsProperty", {
  name: required(byLanguage),
  type: required(byLanguage),
  required: required(shape.boolean),
  replaceOnChanges: required(shape.boolean),
  deprecated: optional(shape.boolean),
  description: required(byLanguage),
  typeRef: nullable(
    record("RegistryDocsTypeRef", {
      typeToken: required(shape.string),
      package: optional(shape.string),
      version: optional(shape.string)
    })
  )
})

/** Spec A, RegistryDocsSupportingType. */
export const supportingType = record("RegistryDocsSupportingType", {
  typeToken: required(shape.string),
  name: required(byLanguage),
  kind: required(oneOf("object", "enum")),
  properties: optional(arrayOf(docsProperty)),
  values: optional(
    arrayOf(
      record("RegistryDocsEnumValue", {
        name: required(byLanguage),
        value: required(shape.string),
        description: optional(byLanguage)
      })
    )
  )
})

/** Spec A, Example. */
export const example = record("RegistryExample", {
  id: required(shape.string),
  title: required(shape.string),
  code: required(shape.string),
  typeToken: required(shape.string),
  kind: required(oneOf("resource", "function"))
})

const docs = record("PackageDocs", {
  version: required(shape.semver),
  navUrl: required(shape.string),
  typeToken: required(shape.string),
  kind: required(oneOf("resource", "function")),
  language: required(language),
  name: required(byLanguage),
  description: required(arrayOf(contentNode)),
  inputs: optional(arrayOf(docsProperty)),
  outputs: optional(arrayOf(docsProperty)),
  supportingTypes: optional(arrayOf(supportingType))
})

const navigationItem = record("GetPackageNavItem", { typeToken: required(shape.string), name: required(shape.string) })

const navigation = record("PackageNavigation", {
  source: required(oneOf("platform", "bridged", "private")),
  publisher: required(shape.string),
  name: required(shape.string),
  version: required(shape.semver),
  title: required(shape.string),
  description: optional(shape.string),
  language: optional(language),
  packageVersionUrl: required(shape.string),
  readmeUrl: required(shape.string),
  installationUrl: optional(shape.string),
  docsUrlTemplate: required(shape.string),
  modules: required(
    arrayOf(
      record("GetPackageNavModule", {
        name: required(shape.string),
        resources: optional(arrayOf(navigationItem)),
        functions: optional(arrayOf(navigationItem)),
        resourcesTotal: required(shape.count),
        functionsTotal: required(shape.count)
      })
    )
  ),
  modulesTotal: required(shape.count)
})

const prose = (name: string) =>
  record(name, {
    version: required(shape.semver),
    language: optional(language),
    os: optional(system),
    navUrl: required(shape.string),
    content: required(arrayOf(contentNode))
  })

const closed = (of: shape.Shape) => ({ shape: of, closed: true })
const open = (of: shape.Shape) => ({ shape: of, closed: false })

const VERSION = "/api/registry/packages/{source}/{publisher}/{name}/versions/{version}"

const common = {
  method: "GET",
  profile: "registry",
  group: "registry docs",
  access: "credential",
  negotiated: true,
  refusals: [400, 404]
} as const

export const docsTable: ReadonlyArray<Operation> = [
  {
    ...common,
    id: "registry.docs",
    path: `${VERSION}/docs/{typeToken}`,
    query: { lang: closed(language), os: closed(system) },
    success: { status: 200, body: docs }
  },
  {
    ...common,
    id: "registry.examples",
    path: `${VERSION}/examples`,
    query: { lang: closed(language), limit: closed(shape.integer), q: open(shape.string) },
    success: {
      status: 200,
      body: record("PackageExamples", {
        version: required(shape.semver),
        navUrl: required(shape.string),
        language: required(language),
        examples: required(arrayOf(example)),
        totalCount: required(shape.count)
      })
    }
  },
  {
    ...common,
    id: "registry.installation",
    path: `${VERSION}/installation`,
    query: { lang: closed(language), os: closed(system) },
    success: { status: 200, body: prose("PackageInstallation") }
  },
  {
    ...common,
    id: "registry.nav",
    path: `${VERSION}/nav`,
    query: { depth: closed(oneOf("summary", "full")), lang: closed(language), q: open(shape.string) },
    success: { status: 200, body: navigation }
  },
  {
    ...common,
    id: "registry.readme",
    path: `${VERSION}/readme`,
    // The row names no 400, so what other values do is only recorded.
    query: { lang: open(language), os: open(system) },
    success: { status: 200, body: prose("PackageReadme") },
    refusals: [404]
  }
]
