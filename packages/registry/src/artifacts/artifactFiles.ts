/** The artifacts of a package version and the blobs that hold them. */

/** Each artifact, its file name and media type, and whether a version can do without it (open points, section 3). */
export const ARTIFACTS = {
  schema: { file: "schema.json", contentType: "application/json", required: true },
  index: { file: "index.md", contentType: "text/markdown; charset=utf-8", required: true },
  installationConfiguration: {
    file: "installation-configuration.md",
    contentType: "text/markdown; charset=utf-8",
    required: false
  }
} as const

export type Artifact = keyof typeof ARTIFACTS

export const artifactNames: ReadonlyArray<Artifact> = ["schema", "index", "installationConfiguration"]

/**
 * What the keys of a set of artifacts begin with. Those ending in `.` make their files neighbours in a directory that
 * other sets share, and that they share the syncs of; versions of earlier times have a directory each.
 */
const keyOf = (folder: string, file: string): string => (folder.endsWith(".") ? folder + file : `${folder}/${file}`)

/** Where the artifacts of a begun publish are uploaded. */
export const uploadFolder = (operationId: string): string => `uploads/${operationId}.`

/**
 * Where one attempt to complete a publish keeps its artifacts; the version owns the folder of the one that succeeds. `now`,
 * in milliseconds since 1970, decides the directory: one for each day.
 */
export const keptFolder = (now: number, attempt: string): string =>
  `packages-${new Date(now).toISOString().slice(0, 10)}/${attempt}.`

export const blobKey = (folder: string, artifact: Artifact): string => keyOf(folder, ARTIFACTS[artifact].file)

export const blobKeys = (folder: string): ReadonlyArray<string> =>
  artifactNames.map((artifact) => blobKey(folder, artifact))
