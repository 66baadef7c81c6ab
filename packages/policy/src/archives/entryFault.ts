/** What is wrong with one entry of an archive, wherever it would be unpacked. */
import type { Tar } from "effect/encoding"
import { segmentsOf, shown } from "./paths.ts"

const MAX_PATH_LENGTH = 4096

/** Headers that apply to every entry that follows would be copied to each of them. */
const MAX_EXTRA_RECORDS = 100

/** Windows takes a drive letter for the root. */
const isAbsolute = (path: string): boolean => /^[/\\]|^[A-Za-z]:/.test(path)

/** How deep a path ends, or undefined as soon as it leaves the folder that it starts in. */
const depthOf = (segments: ReadonlyArray<string>): number | undefined => {
  let depth = 0
  for (const segment of segments) {
    if (segment === "..") depth -= 1
    else if (segment !== "" && segment !== ".") depth += 1
    if (depth < 0) return undefined
  }
  return depth
}

const pathFault = (path: string): string | undefined => {
  if (path === "" || path.includes("\0")) return "holds an entry without a name"
  if (path.length > MAX_PATH_LENGTH) return `holds a path of more than ${MAX_PATH_LENGTH} characters`
  if (isAbsolute(path)) return `holds the absolute path ${shown(path)}`
  if (segmentsOf(path).includes("..")) return `holds the path ${shown(path)}, which leads out of it`
  return undefined
}

/** Behind a name, which may be another link's, `..` leads to wherever that link stands. */
const goesUpLater = (segments: ReadonlyArray<string>): boolean => {
  const first = segments.findIndex((segment) => segment !== "" && segment !== "." && segment !== "..")
  return first !== -1 && segments.slice(first).includes("..")
}

/** Symbolic links start where they stand, hard links at the root of the archive. */
const linkFault = ({ linkTarget = "", path, type }: Tar.Header): string | undefined => {
  const start = type === "Symlink" ? segmentsOf(path.replace(/[/\\]+$/, "")).slice(0, -1) : []
  const target = segmentsOf(linkTarget)
  const leads = isAbsolute(linkTarget) || depthOf([...start, ...target]) === undefined || goesUpLater(target)
  return leads || linkTarget === "" || linkTarget.includes("\0")
    ? `holds the link ${shown(path)}, which leads out of it`
    : undefined
}

/** A sentence's end ("holds the absolute path …"), or undefined for an entry that is fit to be unpacked. */
export const entryFault = (header: Tar.Header): string | undefined => {
  const fault = pathFault(header.path)
  if (fault !== undefined) return fault
  if (Object.keys(header.pax).length > MAX_EXTRA_RECORDS) return "holds headers of too many records"
  switch (header.type) {
    case "File":
    case "Directory":
      return undefined
    case "Symlink":
    case "Hardlink":
      return linkFault(header)
    case "CharDevice":
    case "BlockDevice":
    case "Fifo":
    case "Other":
      return `holds ${shown(header.path)}, which is neither file, folder nor link`
  }
}
