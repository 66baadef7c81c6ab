/** Reads and writes agree with each other; names and paths mean what they say (Spec A, Endpoints). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { together } from "../laws/together.ts"
import { partPath } from "../registry/docs/documented.ts"
import { readingsOf } from "../registry/docs/readings.ts"
import * as packages from "../registry/packages.ts"
import { headerOf, objectOf } from "../wire/Exchange.ts"

/** Reading a package, its documentation and who asks. */
const readsOf = async (trial: Trial, id: packages.VersionId): Promise<ReadonlyArray<string>> => [
  packages.versionPath(id, id.version),
  packages.versionPath(id, "latest"),
  `${packages.LIST}?name=${id.name}`,
  "/api/user",
  ...(await readingsOf(trial)).map(({ path }) => path)
]

/** Names that a server may accept or refuse. What it accepts has to be found again. */
const oddNames = (base: string): ReadonlyArray<string> => [
  `${base}.a_b-c`,
  `${base} space`,
  `${base}+plus`,
  `${base}%2F`,
  `${base}?q=1#f&g`,
  `${base}\u00e9\u00e8`,
  `${base}e\u0301`,
  `${base}\u{1f680}`,
  `${base}..`
]

const roundTrip = async (trial: Trial) => {
  for (const name of oddNames(trial.context.name())) {
    trial.nextCase()
    const id = { source: "private", publisher: trial.organization, name, version: "1.0.0" }
    const begun = await packages.start(trial.admin, id, { version: id.version })
    if (begun.status !== 202) {
      trial.refused(begun, "A name is accepted or refused")
      continue
    }
    const started = packages.startedOf(begun)
    await packages.upload(trial, id, started, ["schema", "index"])
    trial.status(
      await packages.complete(trial.admin, id, started.operationID),
      [201],
      "An accepted name can be completed"
    )
    trial.met()
    const shown = trial.status(
      await packages.read(trial.admin, id, id.version),
      [200],
      "An accepted name can be read back"
    )
    trial.same(objectOf(shown)["name"], name, "It is that name, letter by letter", shown)
    const listed = await packages.listAll(trial.admin, { name })
    trial.same(
      listed.map((entry) => entry["name"]),
      [name],
      "The list finds it by its name"
    )
    trial.status(await packages.remove(trial.admin, id, id.version), [204], "It can be deleted")
  }
}

const traversal = (id: packages.VersionId): ReadonlyArray<string> => {
  const below = `/api/registry/packages/${id.source}/${id.publisher}`
  const rest = `${id.name}/versions/${id.version}`
  return [
    `${below}/cf-x/../${rest}`,
    `${below}/cf-x/%2e%2e/${rest}`,
    `${below}/cf-x%2f..%2f${rest}`,
    `/api/registry/packages/${id.source}/cf-x/../${id.publisher}/${rest}`,
    `${below}/./${rest}`,
    `${below}/%2e/${rest}`
  ]
}

const shows = (trial: Trial, id: packages.VersionId, text: string) =>
  text.includes(`"${id.name}"`) && trial.organization === id.publisher

export const consistencyRules: ReadonlyArray<Rule> = [
  rule("CORE-004", async (trial) => {
    trial.met()
    const { basePath } = trial.context
    const url = trial.context.configuration.url
    const answer = trial.status(await trial.admin.get(packages.LIST), [200], "Paths are relative to the base URL")
    trial.same(
      new URL(answer.request.url).pathname,
      `${basePath}${packages.LIST}`,
      `A base URL of ${url} is kept`,
      answer
    )
  }),
  rule("CORE-006", async (trial) => {
    trial.met()
    const plain = trial.status(await trial.admin.get(packages.LIST, { limit: 1 }), [200], "No version header is needed")
    const headers = { "x-api-version": "1999-01-01", "api-version": "2" }
    const other = await trial.admin.send("GET", packages.LIST, { query: { limit: 1 }, headers })
    trial.status(other, [plain.status], "A version header changes nothing")
  }),
  rule(
    "CORE-046",
    async (trial) => {
      for (let count = 0; count < 2; count += 1) await packages.publishNew(trial)
      const first = await trial.admin.get(packages.LIST, { limit: 1, publisher: trial.organization })
      const { continuationToken } = objectOf(trial.status(first, [200], "A page is answered"))
      if (typeof continuationToken !== "string") throw trial.inconclusive("PREMISE_NEVER_MET", "The list has one page.")
      trial.met()
      for (const publisher of [trial.organization, trial.context.configuration.otherOrganization]) {
        const answer = await trial.as("outsider").get(packages.LIST, { limit: 50, publisher, continuationToken })
        if (answer.status === 400) continue
        const seen = packages
          .packagesOf(answer)
          .find((entry) => entry["visibility"] === "private" && entry["publisher"] === trial.organization)
        if (seen !== undefined)
          throw trial.violated(
            "A token carries nobody's rights",
            `nothing of ${trial.organization}`,
            packages.identityOf(seen),
            answer
          )
      }
    },
    { requires: ["admin", "outsider"] }
  ),
  rule("CORE-073", async (trial) => {
    const paths = await readsOf(trial, await packages.publishNew(trial))
    const readAll = async () => {
      const answers = await Promise.all(paths.map((path) => trial.admin.get(path)))
      return answers.map(({ status, text }) => [status, text])
    }
    const before = await readAll()
    for (const path of paths) {
      trial.met()
      await trial.admin.get(path)
      const head = await trial.admin.send("HEAD", path)
      if (head.text !== "") throw trial.violated("HEAD has no body", "no body", head.text.slice(0, 80), head)
    }
    trial.same(await readAll(), before, "GET and HEAD change nothing")
  }),
  rule("CORE-074", async (trial) => {
    for (const path of await readsOf(trial, await packages.publishNew(trial))) {
      trial.met()
      const first = await trial.admin.get(path)
      const second = await trial.admin.get(path)
      trial.same(second.text, first.text, "Two reads of a quiet thing are equal", second)
    }
  }),
  rule("CORE-075", async (trial) => {
    for (let round = 0; round < 3; round += 1) {
      const id = await packages.publishNew(trial)
      trial.met()
      trial.status(await packages.read(trial.admin, id, id.version), [200], "What was created is available at once")
    }
  }),
  rule("CORE-076", async (trial) => {
    const id = await packages.publishNew(trial)
    const parts = ["nav", "readme", "examples"].map((part) => partPath(id, part))
    const read = await Promise.all(parts.map((path) => trial.admin.get(path)))
    trial.needs(await packages.read(trial.admin, id, id.version), 200, "Reading it")
    trial.needs(await packages.remove(trial.admin, id, id.version), 204, "Deleting it")
    trial.met()
    trial.status(await packages.read(trial.admin, id, id.version), [404], "What was deleted is gone")
    for (const path of parts.filter((_, index) => read[index]?.status === 200))
      trial.status(await trial.admin.get(path), [404], "So is its documentation")
  }),
  rule("CORE-077", async (trial) => {
    const id = await packages.publishNew(trial)
    trial.needs(await packages.remove(trial.admin, id, id.version), 204, "Deleting it")
    trial.met()
    trial.status(await packages.remove(trial.admin, id, id.version), [404], "A second deletion finds nothing")
  }),
  rule("CORE-078", async (trial) => {
    const ids = [packages.newPackage(trial), packages.newPackage(trial)]
    const answers = await together(16, (index) => packages.start(trial.admin, ids[index % 2]!, { version: "1.0.0" }))
    const seen = answers.filter(({ status }) => status === 202).map((answer) => packages.startedOf(answer).operationID)
    trial.met()
    const twice = seen.find((one, index) => seen.indexOf(one) !== index)
    if (twice !== undefined)
      throw trial.violated("Ids that the server makes are distinct", "16 ids", `${twice} twice`, answers.at(-1))
  }),
  rule("CORE-079", async (trial) => {
    const id = await packages.publishNew(trial)
    const base = `/api/registry/packages/${id.source}/${id.publisher}`
    trial.met()
    for (const path of [
      `${base}%252F${id.name}/versions/${id.version}`,
      `${base}/${id.name}/versions/${id.version.replaceAll(".", "%252E")}`,
      `${base}/${id.name.replaceAll("-", "%252D")}/versions/${id.version}`
    ])
      trial.refused(await trial.admin.get(path), "A path is decoded exactly once")
    const once = await trial.admin.get(
      `${base}/${id.name.replaceAll("-", "%2D")}/versions/${id.version.replaceAll(".", "%2E")}`
    )
    trial.status(once, [200], "A path is decoded once")
  }),
  rule("CORE-080", roundTrip),
  rule("REG-137", roundTrip),
  rule("CORE-081", async (trial) => {
    const id = await packages.publishNew(trial)
    for (const path of traversal(id)) {
      trial.nextCase()
      trial.met()
      const answer = await trial.admin.send("GET", path)
      if (answer.status >= 200 && answer.status < 300 && shows(trial, id, answer.text))
        throw trial.violated(
          "Dot segments reach no other resource",
          "a refusal",
          `${answer.status} with ${id.name}`,
          answer
        )
    }
  }),
  rule("CORE-088", async (trial) => {
    const before = Date.now()
    const id = await packages.publishNew(trial)
    const after = Date.now()
    const shown = await packages.read(trial.admin, id, id.version)
    const createdAt = Date.parse(String(objectOf(shown)["createdAt"]))
    const measured = Date.parse(headerOf(shown, "date")) - shown.endedAt
    trial.note(`The target's clock is ${Math.round((Number.isNaN(measured) ? 0 : measured) / 1000)} s ahead.`)
    trial.met()
    const skew = trial.context.skewMillis
    if (!(createdAt >= before - skew && createdAt <= after + skew))
      throw trial.violated(
        "Creation times lie within the request",
        `${before - skew} to ${after + skew}`,
        `${createdAt}`,
        shown
      )
  }),
  rule(
    "CORE-089",
    async (trial) => {
      const prefix = `cf-${trial.context.run}-`
      const kept = new Set(trial.context.ledger.open.map(({ path }) => path))
      trial.met()
      const left = (await packages.listAll(trial.admin, { publisher: trial.organization })).filter(
        ({ name, source, version }) => {
          const id = { source: String(source), publisher: trial.organization, name: String(name) }
          return id.name.startsWith(prefix) && !kept.has(packages.versionPath(id, String(version)))
        }
      )
      if (left.length > 0)
        throw trial.violated(
          "What was deleted is not listed any more",
          "nothing of this run",
          left.map(packages.identityOf).join(" ")
        )
      const leaks = trial.context.ledger.open.filter(({ path }) => !sharedPath(trial, path))
      for (const { path } of leaks) trial.note(`Leaked: ${path}`)
    },
    { turn: "last" }
  )
]

/** Whether it is still to be undone at the end of the run. */
const sharedPath = (trial: Trial, path: string): boolean =>
  trial.context.finalizers.length > 0 && path.includes(`/cf-${trial.context.run}-`)
