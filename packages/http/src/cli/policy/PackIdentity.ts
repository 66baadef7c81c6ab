/** Which pack, or which version of it, as people write it. */
import type { PackName } from "@platform-control/policy/server"
import { Effect } from "effect"
import { isRelative } from "../isRelative.ts"
import { misused, type Refusal } from "../Refusal.ts"

/** A pack with the text of a version. */
export interface PackIdentity extends PackName {
  readonly version: string | undefined
}

const written = /^([^/@]+)\/([^/@]+)(?:@([^/@]+))?$/

/** `organization/name@version`, as people and the other commands write it. */
export const packIdentityText = ({ name, organization, version }: PackIdentity): string =>
  `${organization}/${name}${version === undefined ? "" : `@${version}`}`

/** Reads `organization/name[@version]`. */
export const parsePack = (text: string): Effect.Effect<PackIdentity, Refusal> => {
  const [, organization, name, version] = written.exec(text) ?? []
  return organization === undefined || name === undefined || [organization, name, version].some(isRelative)
    ? Effect.fail(
        misused(
          `${text} names no policy pack.`,
          "Write it as organization/name or organization/name@version, for example acme/storage@1.2.0"
        )
      )
    : Effect.succeed({ organization, name, version })
}

/** Reads `organization/name`, for what is done to all versions: one that is named is not passed over. */
export const parseWholePack = (text: string): Effect.Effect<PackName, Refusal> =>
  Effect.flatMap(parsePack(text), ({ name, organization, version }) =>
    version === undefined
      ? Effect.succeed({ organization, name })
      : Effect.fail(
          misused(
            `This is done to a pack with all its versions, not to ${text}.`,
            `Write ${organization}/${name} without @${version}.`
          )
        )
  )
