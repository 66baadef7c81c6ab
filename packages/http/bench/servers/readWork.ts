/**
 * What a get, a list and a search have to do at the least: check the token, read SQLite, make JSON. Without paging, other
 * filters, visibility, limits, request ids or errors in a decided form.
 */
import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import type { ServerOrder } from "./ServerOrder.ts"

/** JSON, or the status that says no. */
export type WorkAnswer = string | 401 | 404

interface PackageRow {
  readonly publisher: string
  readonly name: string
  readonly source: string
  readonly version: string
  readonly wire: string
}

const COLUMNS = "p.id, p.source, p.publisher, p.name, p.package_type, p.published_at, p.version, p.operation_id, p.wire"
const NO_USE = `,"usageStats":{"totalStacks":0,"onLatest":0,"onOlder":0,"versionUnresolved":0}`
const NEVER = Number.POSITIVE_INFINITY

/** Who may come in: SHA-256 of the credential, a look-up, the expiry. */
const makeCheck = (tokenHash: string) => {
  const tokens = new Map([[tokenHash, { expiresAt: NEVER }]])
  return (authorization: string | undefined): boolean => {
    if (authorization === undefined || !authorization.startsWith("Bearer ")) return false
    const token = tokens.get(createHash("sha256").update(authorization.slice(7)).digest("base64url"))
    return token !== undefined && Date.now() < token.expiresAt
  }
}

/** The reads of one server. */
export const makeReadWork = (order: ServerOrder) => {
  const isAllowed = makeCheck(order.tokenHash)
  const database = new DatabaseSync(order.database, { readOnly: true })
  database.exec("PRAGMA cache_size = -65536")
  const one = database.prepare(
    "SELECT version, operation_id, wire FROM registry_versions WHERE source = ? AND publisher = ? AND name = ? AND version = ?"
  )
  // The cast keeps SQLite from planning the statement anew at each call, as it does for a bare parameter there.
  const first = database.prepare(
    `SELECT ${COLUMNS} FROM registry_packages AS p WHERE scope = '*' ORDER BY name, publisher, source LIMIT CAST(? AS INTEGER)`
  )
  const match = database.prepare(
    `SELECT ${COLUMNS} FROM registry_search AS s JOIN registry_packages AS p ON p.id = s.rowid
     WHERE s.words MATCH ? ORDER BY p.name LIMIT CAST(? AS INTEGER)`
  )

  const json = ({ name, publisher, source, version, wire }: PackageRow): string => {
    const artifacts = `${order.publicOrigin}/artifacts/${source}/${publisher}/${name}/${version}`
    return `${wire.slice(0, -1)},"readmeURL":"${artifacts}/index.md","schemaURL":"${artifacts}/schema.json"${NO_USE}}`
  }

  const objects = new Map<string, unknown>()
  /** The object is made once and kept, so that the comparison pays for making JSON and not for parsing it. */
  const object = (row: PackageRow): unknown => {
    const known = objects.get(row.name)
    if (known !== undefined) return known
    const made: unknown = JSON.parse(json(row))
    objects.set(row.name, made)
    return made
  }

  const answer = (authorization: string | undefined, body: () => WorkAnswer): WorkAnswer =>
    isAllowed(authorization) ? body() : 401

  return {
    version: (authorization: string | undefined, source: string, publisher: string, name: string, version: string) =>
      answer(authorization, () => {
        const row = one.get(source, publisher, name, version) as { version: string; wire: string } | undefined
        return row === undefined ? 404 : json({ source, publisher, name, version: row.version, wire: row.wire })
      }),
    list: (authorization: string | undefined, limit: number) =>
      answer(authorization, () => {
        const rows = first.all(limit) as unknown as ReadonlyArray<PackageRow>
        return JSON.stringify({ packages: rows.map(object) })
      }),
    search: (authorization: string | undefined, word: string, limit: number) =>
      answer(authorization, () => {
        const rows = match.all(`"a${word}"*`, limit) as unknown as ReadonlyArray<PackageRow>
        return JSON.stringify({ packages: rows.map(object) })
      }),
    user: (authorization: string | undefined) => answer(authorization, () => order.user)
  }
}

export type ReadWork = ReturnType<typeof makeReadWork>
