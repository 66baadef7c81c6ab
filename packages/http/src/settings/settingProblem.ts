/** Says in one line which setting can't be read and what was expected. Never shows the value: it may be a secret. */
import { formatIssues } from "@platform-control/core/formatIssues"
import { type Config, Schema } from "effect"

/** `VARIABLE: Expected …`, or the provider's own words where it could not be asked. */
export const settingProblem = (error: Config.ConfigError): string => {
  if (!Schema.isSchemaError(error.cause)) return error.cause.message
  return formatIssues(error.cause.issue)
    .issues.map((issue) => `${(issue.path ?? []).map(String).join(".")}: ${issue.message}`)
    .join("; ")
}
