/**
 * The path parameters of all package operations. They only look up: a name that breaks the rules of names is unknown
 * (404), not malformed (400).
 */
import { PathName } from "@platform-control/core/Names"

/** Under this path stand all versions of one package. */
export const VERSIONS_PATH = "/api/registry/packages/:source/:publisher/:name/versions"

/** One package. */
export const PackagePath = {
  source: PathName.annotate({ description: "`platform`, `bridged` or `private`." }),
  publisher: PathName.annotate({ description: "The owning organization." }),
  name: PathName.annotate({ description: "The package name." })
}

/** One version of one package. */
export const VersionPath = {
  ...PackagePath,
  version: PathName.annotate({ description: "A semantic version 2.0.0." })
}

/** One version, or the word for the most recently published one. */
export const ReadableVersionPath = {
  ...PackagePath,
  version: PathName.annotate({ description: "A semantic version 2.0.0, or `latest`." })
}
