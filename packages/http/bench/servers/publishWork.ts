/** What a publish in two phases has to do at the least: three files that survive a power cut, and one row that does. */
import { randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { open, readFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { ServerOrder } from "./ServerOrder.ts"

const ARTIFACTS = ["schema", "index", "installationConfiguration"] as const

const TABLES = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS versions (
    source TEXT, publisher TEXT, name TEXT, version TEXT, wire TEXT, folder TEXT,
    PRIMARY KEY (source, publisher, name, version)
  )`

/** The path of an upload: operation and artifact. */
export const uploadPath = (operation: string, artifact: string): string => `/uploads/${operation}/${artifact}`

/** The publishing of one server; without a check of what is published, and with no limit to it. */
export const makePublishWork = (order: ServerOrder) => {
  const uploads = join(order.folder, "uploads")
  mkdirSync(uploads, { recursive: true })
  const database = new DatabaseSync(join(order.folder, "published.sqlite"))
  database.exec(TABLES)
  const insert = database.prepare("INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?)")
  const place = (operation: string, artifact: string): string => join(uploads, `${operation}-${artifact}`)

  return {
    start: (): string => {
      const operationID = randomUUID()
      const locations = ARTIFACTS.map((artifact) => [
        artifact,
        `http://127.0.0.1:${order.port}${uploadPath(operationID, artifact)}`
      ])
      return JSON.stringify({ operationID, uploadURLs: Object.fromEntries(locations) })
    },
    upload: async (operation: string, artifact: string, bytes: Uint8Array): Promise<void> => {
      await using file = await open(place(operation, artifact), "w")
      await file.writeFile(bytes)
      await file.datasync()
    },
    complete: async (
      body: string,
      id: { readonly source: string; readonly publisher: string; readonly name: string; readonly version: string }
    ): Promise<void> => {
      const { operationID } = JSON.parse(body) as { readonly operationID: string }
      const [schema] = await Promise.all(ARTIFACTS.map((artifact) => readFile(place(operationID, artifact), "utf8")))
      const { description, displayName } = JSON.parse(schema ?? "") as Record<string, unknown>
      const wire = JSON.stringify({ ...id, title: displayName, description })
      insert.run(id.source, id.publisher, id.name, id.version, wire, operationID)
    }
  }
}

export type PublishWork = ReturnType<typeof makePublishWork>
