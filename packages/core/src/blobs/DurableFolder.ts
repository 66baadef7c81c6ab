/** Files under one folder that are replaced as a whole and survive a crash once acknowledged. Knows no blob and no Effect. */
import { randomUUID } from "node:crypto"
import { closeSync } from "node:fs"
import { link, mkdir, opendir, rename, rm, rmdir, stat, unlink } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { close, codeOf, fsync, isAbsent, open } from "./openFiles.ts"
import { SharedSyncs } from "./SharedSyncs.ts"

/** A temporary file untouched for this long belongs to no living writer: a body this slow has been broken off. */
const STALE_MILLISECONDS = 60 * 60 * 1000
/** Between making a folder and putting a file there, another writer may find the folder empty and remove it. */
const PLACE_ATTEMPTS = 100

/** A file being written, invisible until it is placed. */
export interface TemporaryFile {
  readonly path: string
  /** Its descriptor. */
  readonly file: number
  isPlaced: boolean
  /** Whether somebody else closes it. */
  isHeld: boolean
}

const absentAs =
  <A>(value: A) =>
  (cause: unknown): A => {
    if (isAbsent(cause)) return value
    throw cause
  }

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, "r").catch(absentAs(undefined))
  if (folder === undefined) return
  await fsync(folder).finally(() => closeSync(folder))
}

/** How the disk is told to keep what was written. */
export interface Syncs {
  /** The bytes of an open file. */
  readonly file: (file: number) => Promise<void>
  /** The names in a folder; nothing where there is no such folder any more. */
  readonly folder: (path: string) => Promise<void>
}

const diskSyncs: Syncs = { file: fsync, folder: syncFolder }

/**
 * One writer's folder: `files` holds what was placed, `incoming` what is being written, on one file system. The folders at
 * the top of `files` stay once they are there, so that nothing but its own name has to be synced for a file in one of
 * them; folders further below go with their last file.
 */
export class DurableFolder {
  readonly files: string
  readonly #incoming: string
  readonly #syncs: Syncs
  readonly #names: SharedSyncs
  /** Folders at the top whose own names are known to survive a crash. */
  readonly #lasting = new Set<string>()

  private constructor(folder: string, syncs: Syncs) {
    this.files = join(folder, "files")
    this.#incoming = join(folder, "incoming")
    this.#syncs = syncs
    this.#names = new SharedSyncs(syncs.folder)
    this.#lasting.add(this.files)
  }

  /** Makes the folder where it is absent, and removes what crashed writers left. Rejects when it can't be written. */
  static async open(folder: string, syncs: Syncs = diskSyncs): Promise<DurableFolder> {
    const opened = new DurableFolder(folder, syncs)
    await mkdir(opened.files, { recursive: true, mode: 0o700 })
    await mkdir(opened.#incoming, { recursive: true, mode: 0o700 })
    await syncs.folder(folder)
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
    return { path, file: await open(path, "wx", 0o600), isPlaced: false, isHeld: false }
  }

  async discard({ file, isHeld, isPlaced, path }: TemporaryFile): Promise<void> {
    if (isHeld) return
    if (isPlaced) return closeSync(file)
    await close(file)
    await unlink(path).catch(absentAs(undefined))
  }

  /** Puts the written file at `target` in place of what is there; it survives a crash once this has resolved. */
  async place(temporary: TemporaryFile, target: string): Promise<void> {
    await this.#syncs.file(temporary.file)
    temporary.isPlaced = await this.#into(target, temporary.path, rename)
    if (!temporary.isPlaced) throw new Error(`${temporary.path} was removed while it was being written`)
    await this.#syncName(target)
  }

  /** Gives the file at `source` a second name that later replacements of `source` don't reach; false when absent. */
  async keep(source: string, target: string): Promise<boolean> {
    const kept = await this.#into(target, source, link).catch((cause: unknown) => {
      if (codeOf(cause) === "EEXIST") return this.#keepInPlaceOf(source, target)
      throw cause
    })
    if (kept) await this.#syncName(target)
    return kept
  }

  async #keepInPlaceOf(source: string, target: string): Promise<boolean> {
    const path = join(this.#incoming, randomUUID())
    const linked = await link(source, path).then(() => true, absentAs(false))
    if (!linked) return false
    // Renaming one name of a file over another of the same file does nothing and leaves the first behind.
    return this.#into(target, path, rename).finally(() => unlink(path).catch(absentAs(undefined)))
  }

  /** Puts `source` at `target` by `put`, in a folder that is made where there is none; false when `source` is absent. */
  async #into(target: string, source: string, put: typeof link | typeof rename, attempt = 1): Promise<boolean> {
    try {
      await put(source, target)
      return true
    } catch (cause) {
      if (!isAbsent(cause) || attempt >= PLACE_ATTEMPTS) throw cause
    }
    if (!(await stat(source).then(() => true, absentAs(false)))) return false
    const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (made !== undefined) this.#lasting.delete(this.#top(target))
    return this.#into(target, source, put, attempt + 1)
  }

  /** The folder above `target` that stays. */
  #top(target: string): string {
    const [name = "", ...below] = relative(this.files, target).split(sep)
    return below.length === 0 ? this.files : join(this.files, name)
  }

  /** Every folder above may be new, made just now by this or by another writer that has not synced it yet. */
  async #syncName(target: string): Promise<void> {
    const top = this.#top(target)
    const folders: Array<string> = []
    for (let folder = dirname(target); folder.length >= top.length; folder = dirname(folder)) folders.push(folder)
    if (!this.#lasting.has(top)) folders.push(this.files)
    await Promise.all(folders.map((folder) => this.#names.sync(folder)))
    this.#lasting.add(top)
  }

  /** Removes a file and the folders that it leaves empty, but for those that stay. After a crash it may be back. */
  async remove(target: string): Promise<void> {
    await unlink(target).catch(absentAs(undefined))
    await this.#removeEmpty(dirname(target), this.#top(target))
  }

  async #removeEmpty(folder: string, top: string): Promise<void> {
    if (folder.length <= top.length) return
    // It may hold something else, or be gone already.
    const removed = await rmdir(folder).then(
      () => true,
      () => false
    )
    if (removed) await this.#removeEmpty(dirname(folder), top)
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
