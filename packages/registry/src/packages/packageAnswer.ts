/**
 * From a stored version and its caller to the bytes of the answer, without parsing or making JSON. Knows no SQL and no
 * Effect, so that an ordinary handler and a synchronous fast path answer alike.
 */
import type { CallerValue } from "@platform-control/core/Authorization"
import { createHash } from "node:crypto"
import type { PackageUsage, UsageFigures } from "../PackageUsage.ts"
import type { PackageId } from "./PackageId.ts"
import { usageFor } from "./usageFigures.ts"

/** What is stored of a version for reading it. */
export interface StoredVersion {
  readonly version: string
  readonly operation_id: string
  /** PackageMetadata as JSON, without the fields that depend on the caller or on this server's address. */
  readonly wire: string
}

/** What every answer of this server shares. */
export interface AnswerSetting {
  /** The server's public address as it stands inside a JSON text. */
  readonly origin: string
  /** A short text that changes with the address. */
  readonly originTag: string
  readonly usage: PackageUsage
}

export const answerSetting = (origin: string, usage: PackageUsage): AnswerSetting => ({
  origin: JSON.stringify(origin).slice(1, -1),
  originTag: createHash("sha256").update(origin).digest("base64url").slice(0, 8),
  usage
})

/** The path under which a version's artifacts stand; the letters of names and versions need no escape but `+`. */
const artifactsPath = (id: PackageId, version: string): string =>
  `/artifacts/${id.source}/${id.publisher}/${id.name}/${version.replaceAll("+", "%2B")}`

const usageJson = (figures: UsageFigures): string =>
  `,"usageStats":{"totalStacks":${figures.totalStacks},"onLatest":${figures.onLatest},"onOlder":${figures.onOlder},"versionUnresolved":${figures.versionUnresolved}}`

const usageTag = (figures: UsageFigures): string =>
  `-${figures.totalStacks}.${figures.onLatest}.${figures.onOlder}.${figures.versionUnresolved}`

const render = (
  setting: AnswerSetting,
  id: PackageId,
  stored: StoredVersion,
  figures: UsageFigures | undefined
): string => {
  const artifacts = setting.origin + artifactsPath(id, stored.version)
  const usage = figures === undefined ? "" : usageJson(figures)
  return `${stored.wire.slice(0, -1)},"readmeURL":"${artifacts}/index.md","schemaURL":"${artifacts}/schema.json"${usage}}`
}

/** PackageMetadata as this caller sees it, as JSON. */
export const packageJson = (
  setting: AnswerSetting,
  caller: CallerValue,
  id: PackageId,
  stored: StoredVersion
): string => render(setting, id, stored, usageFor(setting.usage, caller, id))

/** Status, headers and body of an answer that is JSON text already. */
export interface WireAnswer {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)

/**
 * The answer to a read of one version, or 304 when `ifNoneMatch` names it. The tag changes with everything that the body
 * depends on: the publish, the server's address, and the caller's usage figures.
 */
export const versionAnswer = (
  setting: AnswerSetting,
  caller: CallerValue,
  id: PackageId,
  stored: StoredVersion,
  ifNoneMatch: string | undefined
): WireAnswer => {
  const figures = usageFor(setting.usage, caller, id)
  const etag = `"${stored.operation_id}-${setting.originTag}${figures === undefined ? "" : usageTag(figures)}"`
  const headers = { etag, "cache-control": "private, no-cache" }
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag)
    ? { status: 304, headers, body: "" }
    : { status: 200, headers, body: render(setting, id, stored, figures) }
}
