/** The artifacts of one version: small ones made up, or those of real packages. Knows no HTTP. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What a publisher uploads. */
export interface PackageFiles {
  readonly schema: Buffer
  readonly index: Buffer
  readonly installationConfiguration?: Buffer
}

/** A valid package whose bytes differ with `mark`, so that one version's files are told from another's. */
export const madeUpFiles = (name: string, version: string, mark = ""): PackageFiles => ({
  schema: Buffer.from(
    JSON.stringify({
      name,
      version,
      displayName: `Package ${name}`,
      description: `Made up for a test ${mark}`,
      keywords: ["category/utility"],
      resources: { [`${name}:index:Thing`]: { properties: { size: { type: "integer" } }, required: ["size"] } }
    })
  ),
  index: Buffer.from(`# ${name}\n\nVersion ${version} ${mark}\n`)
})

/** The folder of real packages, which is not part of the repository. */
export const REAL_PACKAGES = join(import.meta.dirname, "../../../../../shared/data/packages")

/** One real package. */
export interface RealPackage {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly files: PackageFiles
}

const read = (folder: string, file: string) => readFileSync(join(REAL_PACKAGES, folder, file))

const realPackage = (folder: string): RealPackage => {
  const schema = read(folder, "schema.json")
  const metadata = read(folder, "registry-metadata.yaml").toString()
  return {
    name: folder,
    version: /^version: v(\S+)$/m.exec(metadata)?.[1] ?? "",
    description: JSON.parse(schema.toString()).description,
    files: {
      schema,
      index: read(folder, "_index.md"),
      installationConfiguration: read(folder, "installation-configuration.md")
    }
  }
}

/** Whether real packages lie beside this repository. */
export const hasRealPackages = existsSync(REAL_PACKAGES)

/** Every real package; empty where there are none. */
export const realPackages = (): ReadonlyArray<RealPackage> =>
  hasRealPackages
    ? readdirSync(REAL_PACKAGES, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => realPackage(name))
    : []
