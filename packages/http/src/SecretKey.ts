/** Where the server's key comes from: the setting, or a file in the data folder that the first start makes. */
import { SERVER_KEY_BYTES, ServerKey } from "@platform-control/core/ServerKey"
import { Effect, Layer, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { link, open, readFile, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { CannotStart } from "./CannotStart.ts"
import { isPostgres } from "./Database.ts"
import { isPresent, makePrivateFolder, OWNER_ONLY } from "./privateFiles.ts"
import { type ServerConfig, settings } from "./ServerConfig.ts"

const FILE = "secret.key"

/** Whole or not at all: a process that starts at the same time, or after a crash, never reads half a key. */
const createKey = async (folder: string, path: string): Promise<void> => {
  await makePrivateFolder(folder)
  const draft = `${path}.${randomBytes(6).toString("hex")}`
  const handle = await open(draft, "wx", OWNER_ONLY)
  try {
    await handle.writeFile(`${randomBytes(SERVER_KEY_BYTES).toString("base64")}\n`)
    await handle.sync()
    await link(draft, path).catch((cause: unknown) => {
      if (!isPresent(cause)) throw cause
    })
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
}

const readKey = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((cause: unknown) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined
    throw cause
  })

const keyFromFile = (data: string) =>
  Effect.gen(function* () {
    const path = resolve(join(data, FILE))
    const text = yield* Effect.tryPromise({
      try: async () => {
        const found = await readKey(path)
        if (found !== undefined) return found
        await createKey(data, path)
        return (await readKey(path)) ?? ""
      },
      catch: (cause) =>
        new CannotStart({ message: `The secret key ${path} can't be read or made (${String(cause)}).`, cause })
    })
    const key = Buffer.from(text.trim(), "base64")
    if (key.length === SERVER_KEY_BYTES) return Redacted.make(new Uint8Array(key))
    return yield* new CannotStart({
      message: `${path} holds no key. Bring the file back from a copy; without it remove the file, and a new key is made: tokens of open lists and upload addresses become invalid.`
    })
  })

const findKey = (config: ServerConfig): Effect.Effect<Redacted.Redacted<Uint8Array>, CannotStart> => {
  if (config.secretKey !== undefined) return Effect.succeed(config.secretKey)
  if (!isPostgres(config)) return keyFromFile(config.data)
  const { expects, variable } = settings.secretKey
  return new CannotStart({
    message: `${variable} has to be set on PostgreSQL, the same for every server on one database: ${expects}.`
  })
}

/** The key of the settings; on SQLite, where only one machine has the database, else the key file's. */
export const layer = (config: ServerConfig): Layer.Layer<ServerKey, CannotStart> =>
  Layer.unwrap(Effect.map(findKey(config), ServerKey.layer))
