/** What a package contains, as a list to choose from (Spec A, Navigation response). */
import { Schema } from "effect"
import { Language } from "./Language.ts"

/** A resource or function. */
export const GetPackageNavItem = Schema.Struct({
  typeToken: Schema.String,
  name: Schema.String.annotate({ description: "The name in the answer's language." })
}).annotate({ identifier: "GetPackageNavItem" })
export type GetPackageNavItem = typeof GetPackageNavItem.Type

/** A module. Its totals do not depend on what was searched for. */
export const GetPackageNavModule = Schema.Struct({
  name: Schema.String.annotate({ description: "May contain slashes; `index` is the package itself." }),
  resources: Schema.optionalKey(Schema.Array(GetPackageNavItem).annotate({ description: "With `depth=full`." })),
  functions: Schema.optionalKey(Schema.Array(GetPackageNavItem).annotate({ description: "With `depth=full`." })),
  resourcesTotal: Schema.Int,
  functionsTotal: Schema.Int
}).annotate({ identifier: "GetPackageNavModule" })
export type GetPackageNavModule = typeof GetPackageNavModule.Type

/** The contents of one version. */
export const PackageNavigation = Schema.Struct({
  source: Schema.String,
  publisher: Schema.String,
  name: Schema.String,
  version: Schema.String.annotate({ description: "The resolved version, never `latest`." }),
  title: Schema.String,
  description: Schema.optionalKey(Schema.String),
  language: Schema.optionalKey(Language),
  packageVersionUrl: Schema.String.annotate({ description: "Path of the version's metadata." }),
  readmeUrl: Schema.String.annotate({ description: "Path of the README." }),
  installationUrl: Schema.optionalKey(
    Schema.String.annotate({ description: "Path of the installation text, where there is one." })
  ),
  docsUrlTemplate: Schema.String.annotate({
    description: "Path of a page once `{typeToken}` is replaced by a percent-encoded type token."
  }),
  modules: Schema.Array(GetPackageNavModule).annotate({ description: "In the order of the package schema." }),
  modulesTotal: Schema.Int.annotate({ description: "Modules of the package, whatever was searched for." })
}).annotate({ identifier: "PackageNavigation" })
export type PackageNavigation = typeof PackageNavigation.Type
