/** What every shown package looks like, in the list and read alone (Spec A, PackageMetadata). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { matchesFormat } from "../table/formats.ts"
import { judgeValue } from "../table/judgeBody.ts"
import { packageMetadata } from "../table/registryTable.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"
import { shelfOf } from "./packageLists.ts"
import * as packages from "./packages.ts"

type Entry = Readonly<Record<string, unknown>>

/** The packages of the configured organization; there is at least one. */
const ofOrganization = async (trial: Trial): Promise<ReadonlyArray<Entry>> => {
  await shelfOf(trial)
  return packages.listAll(trial.admin, { publisher: trial.organization })
}

const eachShown = (id: string, judge: (trial: Trial, entry: Entry) => string | undefined): Rule =>
  rule(
    id,
    async (trial) => {
      for (const entry of await ofOrganization(trial)) {
        const shown = await packages.read(
          trial.admin,
          { source: String(entry["source"]), publisher: String(entry["publisher"]), name: String(entry["name"]) },
          String(entry["version"])
        )
        for (const one of [entry, objectOf(shown)]) {
          trial.met()
          const fault = judge(trial, one)
          if (fault !== undefined)
            throw trial.violated("Every shown package keeps the rule", fault, JSON.stringify(one).slice(0, 400), shown)
        }
      }
    },
    { turn: "alone" }
  )

const isUsage = (value: unknown): value is Readonly<Record<string, number>> =>
  isRecord(value) && Object.values(value).every((one) => typeof one === "number")

export const shownRules: ReadonlyArray<Rule> = [
  eachShown("REG-018", (_, { usageStats }) =>
    usageStats === undefined ||
    (isUsage(usageStats) && Object.values(usageStats).every((one) => Number.isInteger(one) && one >= 0))
      ? undefined
      : "usageStats of non-negative integers"
  ),
  eachShown("REG-019", (_, { usageStats }) => {
    if (!isUsage(usageStats)) return undefined
    const { onLatest, onOlder, totalStacks, versionUnresolved } = usageStats
    if (onLatest === undefined || onOlder === undefined || totalStacks === undefined || versionUnresolved === undefined)
      return undefined
    return onLatest + onOlder + versionUnresolved <= totalStacks ? undefined : "parts within totalStacks"
  }),
  eachShown("REG-022", (_, { source }) =>
    ["platform", "bridged", "private"].includes(String(source)) ? undefined : "source platform, bridged or private"
  ),
  eachShown("REG-023", (trial, { publisher, source }) =>
    source !== "private" || publisher === trial.organization ? undefined : `publisher ${trial.organization}`
  ),
  eachShown("REG-025", (_, { version }) => (matchesFormat("semver", String(version)) ? undefined : "a semver version")),
  eachShown("REG-026", (_, { packageStatus }) =>
    packageStatus === "ga" || packageStatus === "public_preview" ? undefined : "packageStatus ga or public_preview"
  ),
  rule("REG-027", async (trial) => {
    const id = { ...packages.newPackage(trial), version: "1.0.0" }
    const begun = trial.needs(await packages.start(trial.admin, id, { version: id.version }), 202, "The start")
    const started = packages.startedOf(begun)
    const parameter = Buffer.from("a parameter").toString("base64")
    const schema = {
      name: id.name,
      parameterization: { baseProvider: { name: "base", version: "1.0.0" }, parameter },
      resources: {}
    }
    await trial.anonymous.upload(started.places.schema, JSON.stringify(schema), started.headers)
    await packages.upload(trial, id, started, ["index"])
    trial.needs(await packages.complete(trial.admin, id, started.operationID), 201, "The completion")
    const shown = await packages.read(trial.admin, id, id.version)
    const { parameterization } = objectOf(shown)
    if (parameterization === undefined)
      throw trial.inconclusive("PREMISE_NEVER_MET", "The target shows no parameterization.")
    trial.met()
    const deviation = judgeValue(packageMetadata.fields["parameterization"]!.shape, parameterization).find(
      ({ kind }) => kind !== "unknown"
    )
    if (deviation !== undefined)
      throw trial.violated(`parameterization.${deviation.path}`, deviation.expected, deviation.got, shown)
  }),
  rule(
    "REG-028",
    async (trial) => {
      const entries = await ofOrganization(trial)
      for (const entry of entries) {
        const id = {
          source: String(entry["source"]),
          publisher: String(entry["publisher"]),
          name: String(entry["name"])
        }
        const shown = objectOf(await packages.read(trial.admin, id, String(entry["version"])))
        trial.met()
        for (const name of Object.keys(entry))
          if (name !== "usageStats" && Object.hasOwn(shown, name))
            trial.same(shown[name], entry[name], `List and get agree on ${name}`)
      }
    },
    { turn: "alone" }
  )
]
