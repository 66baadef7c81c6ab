/** The steps of publishing as a client without any library takes them. */
import { type Api, type ApiReply, versionsPath } from "./Api.ts"
import type { PackageFiles } from "./packageFiles.ts"

/** One version of one package. */
export interface VersionName {
  readonly source?: string
  readonly publisher: string
  readonly name: string
  readonly version: string
}

/** A begun publish. */
export interface Started {
  readonly operationID: string
  readonly uploadURLs: Readonly<Record<keyof PackageFiles, string>>
  readonly requiredHeaders?: Readonly<Record<string, string>>
}

/** The path under which all versions of the package stand. */
export const pathOfVersions = ({ name, publisher, source = "private" }: VersionName): string =>
  versionsPath(source, publisher, name)

/** The path of exactly this version. */
export const pathOfVersion = (version: VersionName): string =>
  `${pathOfVersions(version)}/${encodeURIComponent(version.version)}`

export const start = (api: Api, version: VersionName, publishedAt?: string): Promise<ApiReply> =>
  api.post(pathOfVersions(version), {
    version: version.version,
    ...(publishedAt === undefined ? {} : { publishedAt })
  })

/** A start that has to be accepted. */
export const started = async (api: Api, version: VersionName, publishedAt?: string): Promise<Started> => {
  const reply = await start(api, version, publishedAt)
  if (reply.status !== 202) throw new Error(`The start was answered ${reply.status}: ${reply.text}`)
  return reply.json as Started
}

/** A PUT as a client sends it that knows the length; only the status is looked at, as real publishers do. */
export const upload = async (place: string, bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(place, { method: "PUT", body: Buffer.from(bytes), headers: { ...headers } })
  await response.arrayBuffer()
  return response.status
}

/** Sends every file of the version. */
export const uploadAll = async (begun: Started, files: PackageFiles): Promise<void> => {
  await Promise.all(
    Object.entries(files).map(async ([artifact, bytes]: [string, Buffer]) => {
      const status = await upload(begun.uploadURLs[artifact as keyof PackageFiles], bytes, begun.requiredHeaders)
      if (status !== 200) throw new Error(`The upload of ${artifact} was answered ${status}`)
    })
  )
}

export const complete = (api: Api, version: VersionName, operationID: string): Promise<ApiReply> =>
  api.post(`${pathOfVersion(version)}/complete`, { operationID })

/** All three steps; the answer is that of the last one. */
export const publish = async (
  api: Api,
  version: VersionName,
  files: PackageFiles,
  publishedAt?: string
): Promise<ApiReply> => {
  const begun = await started(api, version, publishedAt)
  await uploadAll(begun, files)
  return complete(api, version, begun.operationID)
}

/** The bytes behind `schemaURL` or `readmeURL`, as this caller gets them, or the status that was answered instead. */
export const fetchArtifact = async (api: Api, url: string): Promise<Buffer | number> => {
  const headers = api.token === undefined ? {} : { authorization: `Bearer ${api.token}` }
  const first = await fetch(url, { headers, redirect: "manual" })
  await first.arrayBuffer()
  if (first.status !== 302) return first.status
  // The place carries its own signature; an S3 store refuses a request with two credentials.
  const second = await fetch(new URL(first.headers.get("location") ?? "", api.target.url))
  const bytes = Buffer.from(await second.arrayBuffer())
  return second.status === 200 ? bytes : second.status
}
