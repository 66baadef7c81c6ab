/** What an operator may set about the registry; the defaults suit real packages. */
import { Context } from "effect"

export interface RegistrySettings {
  /** Largest package schema, in bytes. */
  readonly maxSchemaBytes: number
  /** Largest index or installation document, in bytes. */
  readonly maxDocumentBytes: number
  /** How long upload locations are valid. */
  readonly uploadExpiresInSeconds: number
  /** How long a begun publish can be completed; at least as long as its upload locations are valid. */
  readonly operationLifetimeSeconds: number
}

export const RegistrySettings = Context.Reference<RegistrySettings>("platform-control/registry/RegistrySettings", {
  defaultValue: () => ({
    maxSchemaBytes: 100 * 1024 * 1024,
    maxDocumentBytes: 4 * 1024 * 1024,
    uploadExpiresInSeconds: 900,
    operationLifetimeSeconds: 86_400
  })
})
