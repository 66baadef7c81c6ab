/** Which package: source, publisher and name (Spec A, What the service does). */
import { OrganizationName, PackageName } from "@platform-control/core/Names"
import type { PackageSource } from "@platform-control/core/Permissions"
import { Schema } from "effect"

export interface PackageId {
  readonly source: PackageSource
  readonly publisher: string
  readonly name: string
}

/** One version of a package; `version` is a version's text, not the word `latest`. */
export interface VersionId extends PackageId {
  readonly version: string
}

const isPublisher = Schema.is(OrganizationName)
const isName = Schema.is(PackageName)

/** The sources that exist; another one names no package (404). */
export const isSource = (text: string): text is PackageSource =>
  text === "platform" || text === "bridged" || text === "private"

/** Every letter that a semantic version can have, so that nothing else is ever looked up. */
const versionLetters = /^[0-9A-Za-z.+-]{1,256}$/

/** The package that path texts name, or undefined when no package can have these names. */
export const toPackageId = (path: {
  readonly source: string
  readonly publisher: string
  readonly name: string
}): PackageId | undefined =>
  isSource(path.source) && isPublisher(path.publisher) && isName(path.name)
    ? { source: path.source, publisher: path.publisher, name: path.name }
    : undefined

/** The version that path texts name, or undefined when no version can have these names. */
export const toVersionId = (path: {
  readonly source: string
  readonly publisher: string
  readonly name: string
  readonly version: string
}): VersionId | undefined => {
  const id = versionLetters.test(path.version) ? toPackageId(path) : undefined
  return id === undefined ? undefined : { ...id, version: path.version }
}

/** The package as one text, for maps. */
export const packageKey = (id: PackageId): string => `${id.source}/${id.publisher}/${id.name}`
