/** The texts by which versions are named: numbers, tags, `latest`, and what the registry calls a version without a tag. */
import { parse } from "semver"

/** The word for the newest complete version. */
export const LATEST = "latest"

/** Which version a text names. */
export type VersionName =
  | { readonly _tag: "Latest" }
  | { readonly _tag: "Number"; readonly number: number }
  | { readonly _tag: "Tag"; readonly tag: string }
  | { readonly _tag: "Untagged"; readonly number: number }

/** Numbers of more digits name nothing and might not fit a column. */
const numberPattern = /^(?:0|[1-9][0-9]{0,14})$/

const tagPattern = /^[A-Za-z0-9._-]{1,100}$/

const UNTAGGED = "0.0.0+"

/** What tags are, for messages. */
export const TAG_EXPECTED =
  "Expected a semantic version without a leading `v` or build metadata, of at most 100 characters, for example 1.2.3 or 1.0.0-rc.1"

/** Whether a text can be a version tag: strict semver of the letters that tags have (open points, section 5). */
export const isVersionTag = (text: string): boolean => tagPattern.test(text) && parse(text)?.version === text

/** The version that a text names; undefined for a text that can't name any. */
export const versionName = (text: string): VersionName | undefined => {
  if (text === LATEST) return { _tag: "Latest" }
  if (numberPattern.test(text)) return { _tag: "Number", number: Number(text) }
  if (tagPattern.test(text)) return { _tag: "Tag", tag: text }
  const number = text.startsWith(UNTAGGED) ? text.slice(UNTAGGED.length) : ""
  return numberPattern.test(number) ? { _tag: "Untagged", number: Number(number) } : undefined
}

/** What the registry, whose versions are semantic, calls a version: its tag, or one that no tag can be. */
export const registryVersion = ({ number, tag }: { readonly number: number; readonly tag: string | null }): string =>
  tag ?? `${UNTAGGED}${number}`
