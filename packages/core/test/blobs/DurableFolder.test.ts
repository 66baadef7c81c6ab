/** What the disk is told to keep, and when: that files survive a crash can't be seen without one. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { DurableFolder } from "../../src/blobs/DurableFolder.ts"

let root: string
let folder: DurableFolder
/** Syncs in their order; beside each whether `target` was there when it began. */
let synced: Array<readonly [what: string, isThere: boolean]>
let target: string

const open = () =>
  DurableFolder.open(root, {
    file: async () => void synced.push(["bytes", existsSync(target)]),
    folder: async (path) => void synced.push([relative(root, path), existsSync(target)])
  })

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "platform-control-"))
  target = join(root, "files/top/file")
  synced = []
  folder = await open()
  synced = []
})

afterEach(() => rm(root, { recursive: true, force: true }))

const place = async (name: string) => {
  target = join(folder.files, name)
  const temporary = await folder.create()
  await writeFile(temporary.path, name)
  await folder.place(temporary, target)
  await folder.discard(temporary)
}

describe("place", () => {
  it("syncs the bytes before the file is there, then its name and that of its new folder", async () => {
    await place("top/file")
    expect(synced).toEqual([
      ["bytes", false],
      ["files/top", true],
      ["files", true]
    ])
  })

  it("syncs only the name in a folder at the top whose own name was synced before", async () => {
    await place("top/file")
    synced = []
    await place("top/other")
    expect(synced).toEqual([
      ["bytes", false],
      ["files/top", true]
    ])
  })

  it("syncs the name in a folder at the top that another writer made", async () => {
    await (await DurableFolder.open(root)).keep(import.meta.filename, join(folder.files, "top/theirs"))
    await place("top/file")
    expect(synced.map(([what]) => what)).toEqual(["bytes", "files/top", "files"])
  })

  it("syncs the name of every folder further below, each time", async () => {
    for (const name of ["top/a/b/file", "top/a/b/other"]) {
      synced = []
      await place(name)
      expect(new Set(synced.map(([what]) => what))).toEqual(
        new Set(["bytes", "files/top/a/b", "files/top/a", "files/top", ...(name.endsWith("file") ? ["files"] : [])])
      )
    }
  })

  it("syncs the name of a folder at the top again when it had to be made again", async () => {
    await place("top/file")
    await rm(join(folder.files, "top"), { recursive: true })
    synced = []
    await place("top/file")
    expect(synced.map(([what]) => what)).toEqual(["bytes", "files/top", "files"])
  })

  it("syncs the name of a file that is in no folder", async () => {
    await place("file")
    await place("file")
    expect(synced.map(([what]) => what)).toEqual(["bytes", "files", "bytes", "files"])
  })

  it("rejects when the written file is gone", async () => {
    const temporary = await folder.create()
    await rm(temporary.path)
    await expect(folder.place(temporary, target)).rejects.toThrow("was removed while it was being written")
    await folder.discard(temporary)
  })
})

describe("keep", () => {
  it("syncs the new name once it is there", async () => {
    await place("top/file")
    const source = target
    synced = []
    target = join(folder.files, "kept/file")
    expect(await folder.keep(source, target)).toBe(true)
    expect(synced).toEqual([
      ["files/kept", true],
      ["files", true]
    ])
  })

  it("syncs nothing and makes no folder when there is nothing to keep", async () => {
    expect(await folder.keep(join(folder.files, "top/absent"), join(folder.files, "kept/file"))).toBe(false)
    expect(synced).toEqual([])
    expect(existsSync(join(folder.files, "kept"))).toBe(false)
  })
})
