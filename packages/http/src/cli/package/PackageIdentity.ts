/** Which version of which package, as people write it and as its address names it. */
import { Effect } from "effect"
import { isRelative } from "../isRelative.ts"
import { misused } from "../Refusal.ts"
import { withoutPassword } from "../serverAddress.ts"

/** Identifies one version of one package (Spec A, What the service does). */
export interface PackageIdentity {
  readonly source: string
  readonly publisher: string
  readonly name: string
  readonly version: string
}

/** `source/publisher/name@version`, as people and the other commands write it. */
export const identityText = (identity: PackageIdentity): string =>
  `${identity.source}/${identity.publisher}/${identity.name}@${identity.version}`

/** Where the server answers for this version. */
export const versionUrl = (url: string, identity: PackageIdentity): string => {
  const { source, publisher, name, version } = identity
  const path = [source, publisher, name, "versions", version].map(encodeURIComponent).join("/")
  return `${withoutPassword(url).replace(/\/+$/, "")}/api/registry/packages/${path}`
}

const written = /^([^/@]+)\/([^/@]+)\/([^/@]+)(?:@([^/@]+))?$/

/** Reads `source/publisher/name[@version]`; without a version, `otherwise` stands there, or the text is refused. */
export const parseIdentity = (
  text: string,
  otherwise?: string
): Effect.Effect<PackageIdentity, ReturnType<typeof misused>> => {
  const [, source, publisher, name, version = otherwise] = written.exec(text) ?? []
  return source === undefined ||
    publisher === undefined ||
    name === undefined ||
    version === undefined ||
    [source, publisher, name, version].some(isRelative)
    ? Effect.fail(
        misused(
          `${text} names no package version.`,
          `Write it as source/publisher/name${otherwise === undefined ? "@version" : "[@version]"}, for example private/acme/network@1.0.0`
        )
      )
    : Effect.succeed({ source, publisher, name, version })
}
