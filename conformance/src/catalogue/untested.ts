/** Rules that no test of these profiles can decide from outside, each with its reason. */

const noPreview = "None of the profiles that are built has an operation under /api/preview/."

/** By rule id. */
export const untested: Readonly<Record<string, string>> = {
  "CORE-005": noPreview
}
