/**
 * Answers `GET …/versions/{version}` without Effect where nothing about the request is unusual: the token stands in the
 * authentication cache, the database is SQLite, the row is there. Everything else falls through to the ordinary handler,
 * whose answers these are byte for byte: both are made by the registry's `versionLookup` and `versionAnswer`.
 */
import { credentialOf, type Principal } from "@platform-control/core/Authorization"
import type { AnswerSetting, StoredVersion } from "@platform-control/registry/server"
import { versionAnswer, versionLookup } from "@platform-control/registry/server"
import type { IncomingMessage } from "node:http"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { acceptsGzip } from "../answers/encodings.ts"
import type { FrontResponse } from "./FrontResponse.ts"

/** The route under which these answers are counted. */
export const VERSION_ROUTE = "/api/registry/packages/:source/:publisher/:name/versions/:version"

/** Paths without a query and without a percent sign, so that nothing has to be decoded. */
const versionPath = /^\/api\/registry\/packages\/([^/?%#]+)\/([^/?%#]+)\/([^/?%#]+)\/versions\/([^/?%#]+)$/

/** Headers that make a request unusual. */
const unusual = ["content-length", "transfer-encoding", "content-encoding", "expect", "upgrade", "range"]

/** What these reads need of the areas. */
export interface VersionReadsOptions {
  /** The principal of a token that was looked up not long ago. */
  readonly authenticateCached: (credential: string) => Principal | undefined
  readonly reader: DatabaseSync
  readonly setting: AnswerSetting
  /** Larger answers may be compressed, which is the ordinary way's business; in bytes, undefined where none is. */
  readonly compressionThresholdBytes: number | undefined
}

/** Answers the request, or leaves it untouched and says false. */
export type ShortWay = (response: FrontResponse) => boolean

type Answer = ReturnType<typeof versionAnswer>

const isUsual = ({ headers, method }: IncomingMessage): boolean =>
  method === "GET" && !unusual.some((name) => headers[name] !== undefined)

export const makeVersionReads = (options: VersionReadsOptions): ShortWay => {
  const statements = new Map<string, StatementSync>()

  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = options.reader.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  const lookUp = (request: IncomingMessage): Answer | undefined => {
    const parts = versionPath.exec(request.url ?? "")
    if (parts === null || !isUsual(request)) return undefined
    const credential = credentialOf(request.headers.authorization)
    const principal = credential === undefined ? undefined : options.authenticateCached(credential)
    if (principal === undefined) return undefined
    const [, source = "", publisher = "", name = "", version = ""] = parts
    const lookup = versionLookup(principal, { source, publisher, name, version })
    const row = lookup === undefined ? undefined : statement(lookup.sql).get(...lookup.parameters)
    if (lookup === undefined || row === undefined) return undefined
    const stored: StoredVersion = {
      version: String(row.version),
      operation_id: String(row.operation_id),
      wire: String(row.wire)
    }
    return versionAnswer(options.setting, principal, lookup.id, stored, request.headers["if-none-match"])
  }

  /** A fault of the database is left to the ordinary way, which may have more luck, and logs it when it has none. */
  const lookUpSafely = (request: IncomingMessage): Answer | undefined => {
    try {
      return lookUp(request)
    } catch {
      return undefined
    }
  }

  return (response) => {
    const answer = lookUpSafely(response.req)
    if (answer === undefined) return false
    const bytes = Buffer.from(answer.body)
    const mayCompress =
      options.compressionThresholdBytes !== undefined && acceptsGzip(response.req.headers["accept-encoding"])
    if (mayCompress && bytes.length >= options.compressionThresholdBytes) return false
    response.route = VERSION_ROUTE
    if (answer.status === 304) {
      response.writeHead(304, { ...answer.headers })
      response.end()
    } else {
      response.writeHead(200, {
        ...answer.headers,
        "content-type": "application/json",
        "content-length": bytes.length,
        ...(mayCompress ? { vary: "Accept-Encoding" } : {})
      })
      response.end(bytes)
    }
    return true
  }
}
