/** The inventory provider's configuration (Spec C, Inventory provider configuration). */
import * as kinds from "../configuration/kinds.ts"
import { defaulted, environmentName, optional, required, type Settings } from "../configuration/Variable.ts"

const env = (name: string): ReadonlyArray<string> => [environmentName("NETBOX_", name)]

const MAX_TIMEOUT_SECONDS = 3600

/** By name, as part C has them. */
export const inventoryVariables = {
  serverUrl: required(kinds.webAddress("https://netbox.example:8000"), {
    environment: env("serverUrl"),
    meaning: "Location of the server: scheme, host, and optionally port and path. `/api` is added to it."
  }),
  apiToken: required(kinds.secret("a token without spaces"), {
    environment: env("apiToken"),
    meaning: "API token, v1 or v2. A v2 token begins with `nbt_`, which is how it is recognized."
  }),
  allowInsecureHttps: defaulted(kinds.flag, false, {
    environment: env("allowInsecureHttps"),
    meaning: "Take any certificate of an https server. Whoever is on the way can then read the token."
  }),
  caCertFile: optional(kinds.text("the path of a PEM file"), {
    environment: env("caCertFile"),
    meaning:
      "PEM file with the certificate of the authority that signed the server's; no other authority is trusted then."
  }),
  defaultTags: defaulted(kinds.textList, [], {
    meaning: "Tags for every managed resource. Lookup functions do not use them."
  }),
  headers: defaulted(
    kinds.textMap,
    {},
    {
      environment: env("headers"),
      meaning:
        "Headers of all requests, for example for a proxy that wants to know who asks; in the environment a JSON object."
    }
  ),
  requestTimeout: defaulted(kinds.positive("a number of seconds", MAX_TIMEOUT_SECONDS), 10, {
    environment: env("requestTimeout"),
    meaning: "Seconds that one request may take."
  }),
  skipVersionCheck: defaulted(kinds.flag, false, {
    meaning: "Do not ask for the server's version before the first lookup."
  }),
  stripTrailingSlashesFromUrl: defaulted(kinds.flag, true, {
    environment: env("stripTrailingSlashesFromUrl"),
    meaning: "Strip slashes from the end of `serverUrl`, with a warning."
  })
} as const

/** Settled. */
export type InventorySettings = Settings<typeof inventoryVariables>
