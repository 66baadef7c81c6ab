/** A publish as the specification has it: start, three uploads at once, complete. */
import { ORGANIZATION, PUBLISHED_AT, type SamplePackage } from "../samples/samplePackage.ts"
import { exchange } from "./exchange.ts"
import type { PublishOrder } from "./publish.ts"

interface Started {
  readonly operationID: string
  readonly uploadURLs: { readonly schema: string; readonly index: string; readonly installationConfiguration: string }
  readonly requiredHeaders?: Readonly<Record<string, string>>
}

/** The path of all versions of a package. */
export const versionsPath = (name: string): string => `/api/registry/packages/platform/${ORGANIZATION}/${name}/versions`

/** Done when the registry has acknowledged the version; gives the milliseconds of its completion. */
export const publishInTwoPhases = async (
  { origin, token }: Pick<PublishOrder, "origin" | "token">,
  sample: SamplePackage
): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const versions = origin + versionsPath(sample.name)
  const start = JSON.stringify({ version: sample.version, publishedAt: PUBLISHED_AT })
  const { operationID, requiredHeaders, uploadURLs } = JSON.parse(
    await exchange({ method: "POST", url: versions, headers, body: start }, 202)
  ) as Started
  const upload = (location: string, body: string): Promise<string> => {
    // The location names the public address, which is none here; its path is what the server signed.
    const { pathname, search } = new URL(location)
    return exchange({ method: "PUT", url: origin + pathname + search, headers: { ...requiredHeaders }, body }, 200)
  }
  await Promise.all([
    upload(uploadURLs.schema, sample.schema),
    upload(uploadURLs.index, sample.index),
    upload(uploadURLs.installationConfiguration, sample.installation)
  ])
  const complete = JSON.stringify({ operationID })
  const beganAt = performance.now()
  await exchange({ method: "POST", url: `${versions}/${sample.version}/complete`, headers, body: complete }, 201)
  return performance.now() - beganAt
}
