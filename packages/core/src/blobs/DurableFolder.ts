/** Files under one folder that are replaced as a whole and survive a crash once acknowledged. Knows no blob and no Effect. */
import { randomUUID } from "node:crypto"
import { type FileHandle, link, mkdir, open, opendir, rename, rm, rmdir, stat, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { SharedSyncs } from "./SharedSyncs.ts"

/** A temporary file untouched for this long belongs to no living writer: a body this slow has been broken off. */
const STALE_MILLISECONDS = 60 * 60 * 1000
/** Between making a folder and putting a file there, another writer may find the folder empty and remove it. */
const PLACE_ATTEMPTS = 100

/** A file being written, invisible until it is placed. */
export interface TemporaryFile {
  readonly path: string
  readonly handle: FileHandle
}

/** Whether a file operation failed because the file or its folder is not there. */
export const isAbsent = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ENOENT"

const absentAs =
  <A>(value: A) =>
  (cause: unknown): A => {
    if (isAbsent(cause)) return value
    throw cause
  }

const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, "r").catch(absentAs(undefined))
  if (handle === undefined) return
  await handle.sync().finally(() => handle.close())
}

/** One writer's folder: `files` holds what was placed, `incoming` what is being written, on one file system. */
export class DurableFolder {
  readonly files: string
  readonly #incoming: string
  readonly #syncs = new SharedSyncs(syncFolder)

  private constructor(folder: string) {
    this.files = join(folder, "files")
    this.#incoming = join(folder, "incoming")
  }

  /** Makes the folder where it is absent, and removes what crashed writers left. Rejects when it can't be written. */
  static async open(folder: string): Promise<DurableFolder> {
    const opened = new DurableFolder(folder)
    await mkdir(opened.files, { recursive: true, mode: 0o700 })
    await mkdir(opened.#incoming, { recursive: true, mode: 0o700 })
    await syncFolder(folder)
    await opened.#removeStale()
    return opened
  }

  async #removeStale(): Promise<void> {
    const probe = await this.create()
    await this.discard(probe)
    for await (const entry of await opendir(this.#incoming)) {
      const path = join(this.#incoming, entry.name)
      const { mtimeMs } = await stat(path).catch(absentAs({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > STALE_MILLISECONDS) await rm(path, { force: true })
    }
  }

  /** A new temporary file; it has to be discarded in the end, placed or not. */
  async create(): Promise<TemporaryFile> {
    const path = join(this.#incoming, randomUUID())
    return { path, handle: await open(path, "wx", 0o600) }
  }

  async discard({ handle, path }: TemporaryFile): Promise<void> {
    await handle.close()
    await unlink(path).catch(absentAs(undefined))
  }

  /** Puts the written file at `target` in place of what is there; it survives a crash once this has resolved. */
  async place({ handle, path }: TemporaryFile, target: string): Promise<void> {
    await handle.sync()
    await this.#move(path, target)
  }

  /** Gives the file at `source` a second name that later replacements of `source` don't reach; false when absent. */
  async keep(source: string, target: string): Promise<boolean> {
    const path = join(this.#incoming, randomUUID())
    const linked = await link(source, path).then(() => true, absentAs(false))
    if (!linked) return false
    // Renaming one name of a file over another of the same file does nothing and leaves the first behind.
    await this.#move(path, target).finally(() => unlink(path).catch(absentAs(undefined)))
    return true
  }

  async #move(path: string, target: string): Promise<void> {
    await this.#rename(path, target, 1)
    // Every folder above may be new, made just now by this or by another writer that has not synced it yet.
    const folders: Array<string> = []
    for (let folder = dirname(target); folder.length >= this.files.length; folder = dirname(folder))
      folders.push(folder)
    await Promise.all(folders.map((folder) => this.#syncs.sync(folder)))
  }

  async #rename(path: string, target: string, attempt: number): Promise<void> {
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
    } catch (cause) {
      if (!isAbsent(cause) || attempt >= PLACE_ATTEMPTS) throw cause
      await this.#rename(path, target, attempt + 1)
    }
  }

  /** Removes a file and the folders that it leaves empty. After a crash it may be back. */
  async remove(target: string): Promise<void> {
    await unlink(target).catch(absentAs(undefined))
    await this.#removeEmpty(dirname(target))
  }

  async #removeEmpty(folder: string): Promise<void> {
    if (folder.length <= this.files.length) return
    // It may hold something else, or be gone already.
    const removed = await rmdir(folder).then(
      () => true,
      () => false
    )
    if (removed) await this.#removeEmpty(dirname(folder))
  }
}

/** The paths of all files at or below a folder, in no order; files that come or go meanwhile may be missed. */
export async function* walkFiles(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(absentAs(undefined))
  if (entries === undefined) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walkFiles(path)
    else yield path
  }
}

/** The file's bytes in order, as it was when it was opened; nothing when it is absent. */
export async function* readParts(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, "r").catch(absentAs(undefined))
  if (handle !== undefined) yield* handle.createReadStream()
}
