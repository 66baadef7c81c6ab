/** Judges an error body as raw JSON against the decided form (open points, section 1). Knows no operation. */

const ERROR_TYPES = new Set(["not_found", "required", "invalid", "already_exists", "custom"])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unknownKeys = (value: Record<string, unknown>, known: ReadonlyArray<string>) =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `unknown key ${key}`)

const isOptionalText = (value: unknown) => value === undefined || typeof value === "string"

const entryFaults = (entry: unknown): ReadonlyArray<string> => {
  if (!isRecord(entry)) return ["an entry of errors that is no object"]
  const faults = unknownKeys(entry, ["resource", "attribute", "errorType", "customMessage"])
  if (typeof entry.resource !== "string" || entry.resource === "") faults.push("errors without resource")
  if (typeof entry.errorType !== "string" || !ERROR_TYPES.has(entry.errorType)) faults.push("errors.errorType")
  if (!isOptionalText(entry.attribute)) faults.push("errors.attribute")
  if (!isOptionalText(entry.customMessage)) faults.push("errors.customMessage")
  return faults
}

/** The token exchange says the same in the words of RFC 6749 as well (open points, section 2). */
const exchangeFaults = (body: Record<string, unknown>): ReadonlyArray<string> => {
  if (body.error === undefined && body.error_description === undefined) return []
  const { error, error_description: description, message } = body
  if (typeof error !== "string" || typeof description !== "string") return ["half a refusal of RFC 6749"]
  return message === `${error}: ${description}` ? [] : ["two refusals that differ"]
}

/** What differs from `{code, message, documentationUrl?, errors?}`; empty when nothing does. */
export const errorBodyFaults = (status: number, body: unknown): ReadonlyArray<string> => {
  if (!isRecord(body)) return ["an error body that is no object"]
  const known = ["code", "message", "documentationUrl", "errors", "error", "error_description"]
  const faults = [...unknownKeys(body, known), ...exchangeFaults(body)]
  if (body.code !== status) faults.push(`code ${JSON.stringify(body.code)} with status ${status}`)
  if (typeof body.message !== "string" || body.message === "") faults.push("no message")
  if (!isOptionalText(body.documentationUrl)) faults.push("documentationUrl")
  if (body.errors === undefined) return faults
  if (!Array.isArray(body.errors)) return [...faults, "errors is no array"]
  return [...faults, ...body.errors.flatMap(entryFaults)]
}
