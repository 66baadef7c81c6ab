/** The demonstration package: this control plane's own API, so that a new registry holds something to read. */
import { Schema } from "effect"
import { ApiDocument } from "./ApiDocument.ts"
import { installation } from "./installation.ts"
import { packageSchemaOf } from "./packageSchemaOf.ts"
import { readme } from "./readme.ts"

/** Under this name the demonstration package is published. */
export const DEMO_PACKAGE = "platform-control"

/** The artifacts of a package, as bytes to upload. */
export interface DemoPackage {
  readonly schema: Uint8Array
  readonly index: Uint8Array
  readonly installationConfiguration: Uint8Array
}

/** Describes `openApi` (an OpenAPI 3.1 document) under `version`, owned by `publisher`. Another kind of document is a defect. */
export const demoPackage = (openApi: unknown, version: string, publisher: string): DemoPackage => {
  const schema = packageSchemaOf(Schema.decodeUnknownSync(ApiDocument)(openApi), {
    name: DEMO_PACKAGE,
    displayName: "Platform Control",
    version,
    description: "The control plane's own operations: packages, organizations and access tokens.",
    keywords: ["control-plane", "registry", "kind/native", "category/infrastructure"],
    license: "Apache-2.0",
    publisher
  })
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  return {
    schema: bytes(JSON.stringify(schema, null, 2)),
    index: bytes(readme),
    installationConfiguration: bytes(installation)
  }
}
