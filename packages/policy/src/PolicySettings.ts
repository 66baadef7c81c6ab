/** What an operator may set about policy packs; the defaults suit packs of source code. */
import { Context } from "effect"

export interface PolicySettings {
  /** Largest archive as it is uploaded, in bytes. */
  readonly maxArchiveBytes: number
  /** Largest archive when it is inflated, in bytes. */
  readonly maxInflatedBytes: number
  /** The most files, folders and links of one archive. */
  readonly maxEntries: number
  /** How long an upload location is valid. */
  readonly uploadExpiresInSeconds: number
  /** How long a begun version can be completed; at least as long as its upload location is valid. */
  readonly operationLifetimeSeconds: number
}

export const PolicySettings = Context.Reference<PolicySettings>("platform-control/policy/PolicySettings", {
  defaultValue: () => ({
    maxArchiveBytes: 64 * 1024 * 1024,
    maxInflatedBytes: 256 * 1024 * 1024,
    maxEntries: 20_000,
    uploadExpiresInSeconds: 900,
    operationLifetimeSeconds: 86_400
  })
})
