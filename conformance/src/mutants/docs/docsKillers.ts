/** Which rules notice the generated mutants of the documentation. Data only. */

/** The rules that state an operation's success and its refusals. */
export const docsStated: Readonly<Record<string, Readonly<Record<number, ReadonlyArray<string>>>>> = {
  "registry.docs": { 200: ["REG-068", "REG-073"], 400: ["REG-074", "REG-075"], 404: ["REG-070", "REG-071"] },
  "registry.examples": { 200: ["REG-088"], 400: ["REG-099"], 404: ["REG-100"] },
  "registry.installation": { 200: ["REG-113"], 400: ["REG-114"], 404: ["REG-110", "REG-111"] },
  "registry.nav": { 200: ["REG-119"], 400: ["REG-121", "REG-132"], 404: ["REG-132"] },
  "registry.readme": { 200: ["REG-134"], 404: ["REG-133"] }
}

/** By operation and parameter. */
export const docsFiltered: Readonly<Record<string, ReadonlyArray<string>>> = {
  "registry.docs lang": ["REG-074", "OUR-014"],
  "registry.docs os": ["REG-081", "REG-075"],
  "registry.examples lang": ["REG-099", "OUR-018"],
  "registry.examples limit": ["REG-090", "REG-093"],
  "registry.examples q": ["REG-095", "REG-096"],
  "registry.installation lang": ["REG-118", "REG-114"],
  "registry.installation os": ["REG-118", "REG-114"],
  "registry.nav depth": ["REG-120", "REG-121"],
  "registry.nav lang": ["REG-132"],
  "registry.nav q": ["REG-125", "REG-126"],
  "registry.readme lang": ["OUR-014", "REG-135"],
  "registry.readme os": ["OUR-014", "REG-135"]
}

const property = ["typeRef", "deprecated"]

const propertiesAt = (path: string): ReadonlyArray<string> => property.map((name) => `registry.docs ${path}.*.${name}`)

/** Optional fields that the answers of a run hold: operation and path. */
export const docsSeen: ReadonlySet<string> = new Set([
  "registry.docs description.*.options",
  "registry.docs inputs",
  "registry.docs outputs",
  "registry.docs supportingTypes",
  "registry.docs supportingTypes.*.properties",
  "registry.docs supportingTypes.*.values",
  "registry.docs supportingTypes.*.values.*.description",
  ...propertiesAt("inputs"),
  "registry.installation content.*.options",
  "registry.readme content.*.options",
  "registry.nav language",
  "registry.nav installationUrl"
])
