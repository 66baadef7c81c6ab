/** The demonstration content: this control plane's own API, and the packages of the providers. */
import type { AnyProvider } from "@platform-control/providers"
import { packageOf } from "@platform-control/providers/package"
import { DEMO_PACKAGE, type DemoPackage, demoPackage } from "./demoPackage.ts"

/** A package with the place that it is published to. */
export interface PlacedPackage extends DemoPackage {
  readonly source: "platform" | "bridged"
  readonly name: string
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** All of it under one version, owned by `publisher`. `openApi` is the API's own description. */
export const demoPackages = (
  openApi: unknown,
  providers: ReadonlyArray<AnyProvider>,
  version: string,
  publisher: string
): ReadonlyArray<PlacedPackage> => [
  { source: "platform", name: DEMO_PACKAGE, ...demoPackage(openApi, version, publisher) },
  ...providers.map((provider): PlacedPackage => {
    const { index, installationConfiguration, schema } = packageOf(provider, version, publisher)
    return {
      source: "bridged",
      name: provider.prefix,
      schema: bytes(schema),
      index: bytes(index),
      installationConfiguration: bytes(installationConfiguration)
    }
  })
]
