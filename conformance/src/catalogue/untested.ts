/** Rules that no test of these profiles can decide from outside, each with its reason. */

const noPreview =
  "A rule for the suite that no answer of a target can break: operations under /api/preview/ stand in a profile of their own, and none of the profiles that are built has any."

/** By rule id. */
export const untested: Readonly<Record<string, string>> = {
  "CORE-005": noPreview
}
