/** What a registry should hold after a sequence of requests: a few lines that know no HTTP and no storage. */
import type { PackageFiles } from "./packageFiles.ts"
import type { VersionName } from "./publishing.ts"

/** A begun publish. */
export interface ModelOperation {
  readonly version: VersionName
  readonly publishedAt: number | undefined
  /** What was uploaded so far; `names` is the version that the schema speaks of. */
  uploaded: Partial<PackageFiles>
  names: string
  completed: boolean
}

/** A version that can be read. Times in milliseconds since 1970. */
export interface ModelVersion {
  readonly version: VersionName
  readonly files: PackageFiles
  readonly publishedAt: number
  readonly order: number
}

const keyOf = ({ name, version }: VersionName) => `${name}@${version}`

/** All packages are private ones of one publisher, written by callers who may. */
export class PublishModel {
  readonly operations: Array<ModelOperation> = []
  readonly #versions = new Map<string, ModelVersion>()
  #completions = 0

  /** The status of a start. */
  start(version: VersionName, publishedAt: number | undefined): 202 | 409 {
    if (this.#versions.has(keyOf(version))) return 409
    this.operations.push({ version, publishedAt, uploaded: {}, names: version.version, completed: false })
    return 202
  }

  /** The status of completing an operation under the path of `version`; nothing changes yet. */
  statusOfComplete(operation: ModelOperation | undefined, version: VersionName): 201 | 400 | 404 | 409 {
    if (operation === undefined || keyOf(operation.version) !== keyOf(version)) return 404
    if (this.#versions.has(keyOf(version)) || operation.completed) return 409
    const { index, schema } = operation.uploaded
    return schema === undefined || index === undefined || operation.names !== version.version ? 400 : 201
  }

  /** What a completion with 201 does; `now` is the time that the server gave the version, unless the start named one. */
  completed(operation: ModelOperation, now: number): void {
    const { index, schema } = operation.uploaded
    if (schema === undefined || index === undefined) throw new Error("An operation without its artifacts was completed")
    operation.completed = true
    this.#completions += 1
    this.#versions.set(keyOf(operation.version), {
      version: operation.version,
      files: { ...operation.uploaded, schema, index },
      publishedAt: operation.publishedAt ?? now,
      order: this.#completions
    })
  }

  /** The status of a deletion, which happens. */
  delete(version: VersionName): 204 | 404 {
    return this.#versions.delete(keyOf(version)) ? 204 : 404
  }

  find(version: VersionName): ModelVersion | undefined {
    return this.#versions.get(keyOf(version))
  }

  /** The version with the highest publication time, of two at one time the one completed last. */
  latest(name: string): ModelVersion | undefined {
    return [...this.#versions.values()]
      .filter((found) => found.version.name === name)
      .toSorted((one, other) => other.publishedAt - one.publishedAt || other.order - one.order)[0]
  }
}
