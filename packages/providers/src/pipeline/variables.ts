/** The data-pipeline provider's configuration (Spec C, Data-pipeline provider configuration). */
import * as kinds from "../configuration/kinds.ts"
import { defaulted, required, type Settings } from "../configuration/Variable.ts"

/** By name, as part C has them. */
export const pipelineVariables = {
  // A colon ends the name in Basic credentials, so that no key can hold one.
  apiKey: required(kinds.text("a key without colons and spaces", /^[^\s:]+$/), {
    environment: ["FIVETRAN_APIKEY"],
    meaning: "API key."
  }),
  apiSecret: required(kinds.secret("a secret without spaces"), {
    environment: ["FIVETRAN_APISECRET"],
    meaning: "API secret that belongs to the key."
  }),
  apiUrl: defaulted(kinds.webAddress("https://api.fivetran.com/v1"), "https://api.fivetran.com/v1", {
    environment: ["FIVETRAN_API_URL", "FIVETRAN_APIURL"],
    meaning: "Location of the API, including its version: `/v1`. Slashes at the end are cut off."
  })
} as const

/** Settled. */
export type PipelineSettings = Settings<typeof pipelineVariables>
