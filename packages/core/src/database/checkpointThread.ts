/**
 * The program of a thread that copies SQLite's log into the database file each time it hears anything, and says how
 * many pages are left. Imports built-in modules only, so that it runs as source, as a module and as a bundle alike.
 */
import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"

/** How long other processes' transactions are waited for at the most: writers of this one may wait meanwhile. */
const BUSY_TIMEOUT_MILLISECONDS = 200

const { filename } = workerData as { readonly filename: string }
const database = new DatabaseSync(filename, { timeout: BUSY_TIMEOUT_MILLISECONDS })
// Pages are on disk before the log that holds them is written over.
database.exec("PRAGMA synchronous = FULL")
const modes = {
  // Waits for nobody: what others write meanwhile is left.
  some: database.prepare("PRAGMA wal_checkpoint(PASSIVE)"),
  // Keeps writers of all processes waiting.
  all: database.prepare("PRAGMA wal_checkpoint(FULL)")
}
const look = database.prepare("PRAGMA wal_checkpoint(NOOP)")

parentPort?.on("message", (pages: keyof typeof modes) => {
  modes[pages].get()
  const { checkpointed, log } = look.get() as { readonly checkpointed: number; readonly log: number }
  parentPort?.postMessage(log - checkpointed, [])
})
