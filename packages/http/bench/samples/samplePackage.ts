/** Made-up packages, the same in every registry and every run. Knows no registry. */

/** One package with its one version. */
export interface SamplePackage {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  readonly schema: string
  readonly index: string
  readonly installation: string
}

/** Everything is published as of this time, so that answers are the same bytes on every database. */
export const PUBLISHED_AT = "2026-01-01T00:00:00.000Z"

export const VERSION = "1.2.3"

/** The organization that publishes. */
export const ORGANIZATION = "bench"

const beginnings = ["am", "bor", "cel", "dra", "fen", "gal", "hum", "jor", "kel", "lum", "mar", "nor", "pel", "quo"]
const endings = ["ander", "burn", "cott", "dale", "field", "gate", "holm", "ington", "ley", "mere", "stead", "wick"]

/** The words of descriptions; each occurs in one package out of twenty or so. */
export const sampleWords: ReadonlyArray<string> = beginnings.flatMap((one) => endings.map((other) => one + other))

const WORDS_A_DESCRIPTION = 8
/** No divisor in common with the number of words: the words of one package are never neighbours in another. */
const STEP = 37

const wordOf = (index: number): string => sampleWords[index % sampleWords.length] ?? ""

const descriptionOf = (index: number): string =>
  Array.from({ length: WORDS_A_DESCRIPTION }, (_, position) => wordOf(index + position * (STEP + (index % 5)))).join(
    " "
  )

const resourceOf = (name: string, resource: string) => [
  `${name}:index:${resource}`,
  {
    description: `Manages one ${resource} of ${name}, from its creation to its end.`,
    properties: {
      name: { type: "string", description: "The name, unique within its owner." },
      size: { type: "integer", description: "How much is wanted, in units." },
      tags: { type: "object", additionalProperties: { type: "string" }, description: "Tags of the owner's choice." }
    },
    inputProperties: { name: { type: "string" }, size: { type: "integer" } },
    required: ["name", "size"],
    requiredInputs: ["name"]
  }
]

const resources = ["Account", "Bucket", "Cluster", "Disk", "Endpoint", "Firewall", "Gateway", "Host"]

const schemaOf = (name: string, description: string, keywords: ReadonlyArray<string>): string =>
  JSON.stringify({
    name,
    version: VERSION,
    displayName: name,
    description,
    keywords,
    publisher: ORGANIZATION,
    repository: `https://example.org/${name}`,
    resources: Object.fromEntries(resources.map((resource) => resourceOf(name, resource)))
  })

/** Seven digits, so that names sort as numbers do; the letters in front keep kinds of packages apart. */
export const sampleName = (prefix: string, index: number): string => `${prefix}-${1_000_000 + index}`

/** About 5 kB of schema, and two documents. */
export const samplePackage = (prefix: string, index: number): SamplePackage => {
  const name = sampleName(prefix, index)
  const description = descriptionOf(index)
  const keywords = ["category/infrastructure", wordOf(index * STEP)]
  return {
    name,
    version: VERSION,
    description,
    keywords,
    schema: schemaOf(name, description, keywords),
    index: `# ${name}\n\n${description}\n\n${"What it is for, and how it is used. ".repeat(30)}\n`,
    installation: `# Installation\n\n${`Install ${name} as any other package. `.repeat(10)}\n`
  }
}
