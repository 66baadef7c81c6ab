/** The edge-cloud provider's configuration (Spec C, Edge-cloud provider configuration). */
import * as kinds from "../configuration/kinds.ts"
import { defaulted, optional, type Settings } from "../configuration/Variable.ts"

const endpoint = (environment: string, product: string, path: string) =>
  optional(kinds.webAddress("https://api.edgecenter.ru"), {
    environment: [environment],
    meaning: `Location of the ${product} API; \`apiEndpoint\`${path === "" ? "" : ` with \`${path}\``} without it.`
  })

const oldEndpoint = (environment: string, instead: string) =>
  optional(kinds.webAddress("https://api.edgecenter.ru"), {
    environment: [environment],
    meaning: `The older name of \`${instead}\`; only one of the two may be set.`,
    deprecated: `use ${instead} instead.`
  })

/** By name, as part C has them. */
export const edgeVariables = {
  permanentApiToken: optional(kinds.secret("a token without spaces", /^(?:apikey\s+)?\S+$/i), {
    environment: ["EC_PERMANENT_TOKEN"],
    meaning: "Permanent API token."
  }),
  userName: optional(kinds.text("a user's name"), {
    environment: ["EC_USERNAME"],
    meaning: "Name of a user, with `password` instead of a permanent token.",
    deprecated: "use permanentApiToken instead."
  }),
  password: optional(kinds.secret("a password", /./s), {
    environment: ["EC_PASSWORD"],
    meaning: "Password of the user.",
    deprecated: "use permanentApiToken instead."
  }),
  apiEndpoint: defaulted(kinds.webAddress("https://api.edgecenter.ru"), "https://api.edgecenter.ru", {
    environment: ["EC_API_ENDPOINT"],
    meaning: "Location of all products whose own location is not set."
  }),
  edgePlatformApi: endpoint("EC_PLATFORM_API", "platform (sign-in)", "/iam"),
  edgePlatform: oldEndpoint("EC_PLATFORM", "edgePlatformApi"),
  edgeCloudApi: endpoint("EC_CLOUD_API", "cloud", "/cloud"),
  edgeApi: oldEndpoint("EC_API", "edgeCloudApi"),
  edgeCdnApi: endpoint("EC_CDN_API", "CDN", ""),
  edgeDnsApi: endpoint("EC_DNS_API", "DNS", "/dns"),
  edgeRmonApi: endpoint("EC_RMON_API", "monitoring", ""),
  edgeStorageApi: endpoint("EC_STORAGE_API", "storage", "/storage"),
  edgeProtectionApi: endpoint("EC_PROTECTION_API", "protection", "/protection"),
  ignoreCredsAuthError: optional(kinds.flag, {
    meaning: "Has no effect any more.",
    deprecated: "it has no effect any more."
  })
} as const

/** Settled. */
export type EdgeSettings = Settings<typeof edgeVariables>
