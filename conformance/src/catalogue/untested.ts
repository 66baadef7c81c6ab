/** Rules that no test of these profiles can decide from outside, each with its reason. */

const noPreview = "None of the profiles that are built has an operation under /api/preview/."
const noTokens = "No operation of these profiles makes or revokes tokens; the profile of access tokens brings it."
const noPolicy = "Belongs to an operation of the policy packs, whose profile is not built yet."
const oneList = "These profiles have one list with continuation tokens; the rule needs a second one."

/** By rule id. */
export const untested: Readonly<Record<string, string>> = {
  "CORE-005": noPreview,
  "CORE-013": "No field of these profiles is stated in Unix seconds.",
  "CORE-022": noTokens,
  "CORE-023": noTokens,
  "CORE-026": noPolicy,
  "CORE-027": noPolicy,
  "CORE-045": oneList,
  "CORE-063":
    "No operation of these profiles has {orgName} in its path; the publisher of a package is REG-054 and REG-032."
}
