/** A provider as a package that a registry can hold: schema, README and installation document. */
import type { AnyProvider } from "../Provider.ts"
import { packageSchemaOf } from "./packageSchemaOf.ts"
import { installationOf, readmeOf } from "./readmeOf.ts"

export { flagName, shellCall } from "./functionExample.ts"
export type { FunctionSpec, PackageSchema, PropertySpec, TypeSpec } from "./PackageSchema.ts"
export { packageSchemaOf } from "./packageSchemaOf.ts"

/** The artifacts of a package, as texts. */
export interface ProviderPackage {
  readonly schema: string
  readonly index: string
  readonly installationConfiguration: string
}

/** What is published as `bridged/<publisher>/<prefix>` under `version`. */
export const packageOf = (provider: AnyProvider, version: string, publisher: string): ProviderPackage => ({
  schema: JSON.stringify(packageSchemaOf(provider, version, publisher), null, 2),
  index: readmeOf(provider),
  installationConfiguration: installationOf(provider)
})
