/** Package schemas of any size that look like those of real providers, the same ones every time. Knows no server. */

/** About what one resource or function of a large real provider takes, with its examples and types. */
const BYTES_A_MEMBER = 33_000

const nouns = ["cluster", "bucket", "queue", "policy", "gateway", "snapshot", "listener", "replica", "network", "role"]
const verbs = ["creates", "limits", "encrypts", "replicates", "routes", "monitors", "schedules", "protects"]
const languages = ["typescript", "python", "csharp", "go", "java", "yaml"] as const

const at = (list: ReadonlyArray<string>, index: number): string => list[index % list.length] ?? ""

const titled = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const sentence = (seed: number): string =>
  `The ${at(nouns, seed)} ${at(verbs, seed >> 2)} every ${at(nouns, seed + 3)} of its ${at(nouns, seed + 7)}, up to ${seed % 97} at a time; see \`${at(nouns, seed + 5)}Id${seed}\`.`

const prose = (seed: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, index) => sentence(seed * 31 + index * 7)).join(" ")

const exampleCode = (name: string, seed: number): string =>
  Array.from(
    { length: 12 },
    (_, line) => `    ${at(nouns, seed + line)}${line} = ${name}("${at(verbs, seed + line)}-${line}", ${seed * line})`
  ).join("\n")

const example = (name: string, seed: number): string => {
  const fences = languages.map((language) => `\`\`\`${language}\n${exampleCode(name, seed)}\n\`\`\`\n`)
  return `{{% example %}}\n### ${titled(at(verbs, seed))} a ${at(nouns, seed)} (${seed})\n\n${prose(seed, 1)}\n\n<!--Start PulumiCodeChooser -->\n${fences.join("")}<!--End PulumiCodeChooser -->\n{{% /example %}}\n`
}

const description = (name: string, seed: number): string =>
  `${prose(seed, 4)}\n\n{{% examples %}}\n## Example Usage\n${[1, 2, 3, 4].map((step) => example(name, seed + step)).join("")}{{% /examples %}}\n\n## Import\n\n\`\`\`sh\n$ import ${name} ${seed}\n\`\`\`\n`

type Property = Readonly<Record<string, unknown>>

const simpleTypes: ReadonlyArray<Property> = [
  { type: "string" },
  { type: "integer" },
  { type: "boolean" },
  { type: "array", items: { type: "string" } },
  { type: "object", additionalProperties: { type: "string" } }
]

const property = (seed: number): Property => ({
  ...simpleTypes[seed % simpleTypes.length],
  description: `${prose(seed, 1 + (seed % 4))}\n`,
  ...(seed % 11 === 0 ? { willReplaceOnChanges: true } : {}),
  ...(seed % 23 === 0 ? { deprecationMessage: `Use \`${at(nouns, seed)}\` instead.` } : {})
})

const properties = (seed: number, count: number, more: Readonly<Record<string, Property>> = {}) => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${at(nouns, seed + index)}${titled(at(verbs, index))}${index}`,
      property(seed + index)
    ])
  ),
  ...more
})

/** The tokens around one member. */
interface Member {
  readonly seed: number
  readonly token: string
  readonly name: string
  readonly type: (what: string) => string
}

const memberOf = (packageName: string, members: number, index: number): Member => {
  const modules = Math.max(1, Math.ceil(members / 25))
  const module = `${at(nouns, index % modules)}${index % modules}`
  const name = `${titled(at(nouns, index))}${titled(at(verbs, index >> 3))}${index}`
  const isFunction = index % 3 === 2
  const called = isFunction ? `get${name}` : name
  return {
    seed: index * 17 + 3,
    name,
    token: `${packageName}:${module}/${called.slice(0, 1).toLowerCase()}${called.slice(1)}:${called}`,
    type: (what) => `${packageName}:${module}/${name}${what}:${name}${what}`
  }
}

const refTo = (token: string): Property => ({ $ref: `#/types/${token.replaceAll("/", "%2F")}` })

/** Objects in objects, and an enumeration. */
const typesOf = ({ seed, type }: Member) => ({
  [type("Rule")]: {
    type: "object",
    properties: properties(seed + 5, 8, {
      filter: { type: "array", items: refTo(type("Filter")), description: prose(seed, 1) },
      mode: { ...refTo(type("Mode")), description: prose(seed + 1, 1) }
    }),
    required: ["filter"]
  },
  [type("Filter")]: { type: "object", properties: properties(seed + 9, 6, { rule: refTo(type("Rule")) }) },
  [type("Mode")]: {
    type: "string",
    enum: nouns.map((value) => ({ value, name: titled(value), description: sentence(seed) }))
  }
})

const resourceOf = ({ name, seed, type }: Member) => ({
  description: description(name, seed),
  properties: properties(seed, 14, { rules: { type: "array", items: refTo(type("Rule")) } }),
  inputProperties: properties(seed, 12, { rules: { type: "array", items: refTo(type("Rule")) } }),
  requiredInputs: Object.keys(properties(seed, 2))
})

const functionOf = ({ name, seed, type }: Member) => ({
  description: description(`get${name}`, seed),
  inputs: { type: "object", properties: properties(seed, 6, { rule: refTo(type("Rule")) }) },
  outputs: { type: "object", properties: properties(seed + 2, 12, { rules: refTo(type("Rule")) }), required: [] }
})

/** A valid schema of about so many bytes as JSON: a third of its members are functions. */
export const sampleSchema = (name: string, bytes: number): Readonly<Record<string, unknown>> => {
  const count = Math.max(3, Math.round(bytes / BYTES_A_MEMBER))
  const members = Array.from({ length: count }, (_, index) => memberOf(name, count, index))
  const isFunction = (index: number) => index % 3 === 2
  return {
    name,
    displayName: titled(name),
    description: `Manages ${count} kinds of things.`,
    keywords: ["category/cloud"],
    meta: { moduleFormat: "(.*)(?:/[^/]*)" },
    types: Object.assign({}, ...members.map(typesOf)) as Record<string, unknown>,
    resources: Object.fromEntries(
      members.filter((_, index) => !isFunction(index)).map((member) => [member.token, resourceOf(member)])
    ),
    functions: Object.fromEntries(
      members.filter((_, index) => isFunction(index)).map((member) => [member.token, functionOf(member)])
    )
  }
}
