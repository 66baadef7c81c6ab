/** The two documents that a package brings along: how to install it, and its README (Spec A, Registry; open points, section 3). */
import { Schema } from "effect"
import { RegistryContentNode } from "./DocsContent.ts"
import { Language, OperatingSystem } from "./Language.ts"

const Prose = Schema.Struct({
  version: Schema.String.annotate({ description: "The resolved version, never `latest`." }),
  language: Schema.optionalKey(Language.annotate({ description: "Only when the request named one." })),
  os: Schema.optionalKey(OperatingSystem.annotate({ description: "Only when the request named one." })),
  navUrl: Schema.String.annotate({ description: "Path of this version's navigation." }),
  content: Schema.Array(RegistryContentNode)
})

/** How to install and configure the package. */
export const PackageInstallation = Prose.annotate({ identifier: "PackageInstallation" })
export type PackageInstallation = typeof PackageInstallation.Type

/** The package's index document. */
export const PackageReadme = Prose.annotate({ identifier: "PackageReadme" })
export type PackageReadme = typeof PackageReadme.Type
