/** Decisions of this project that need a rule of their own (open points, sections 1 and 3). */
import { rule, type Rule } from "../engine/Rule.ts"
import { type MakeSample, sendSample } from "../laws/Sample.ts"
import * as packages from "../registry/packages.ts"
import { headerOf, objectOf } from "../wire/Exchange.ts"

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** More than any body may have. */
const TOO_LARGE = 3 * 1024 * 1024

/** Another last letter, of the same kind. */
const tampered = (address: string): string => {
  const url = new URL(address)
  const [name, value] = [...url.searchParams].toSorted(([, left], [, right]) => right.length - left.length)[0] ?? []
  if (name === undefined || value === undefined) return `${address}x`
  url.searchParams.set(name, `${value.slice(0, 1) === "a" ? "b" : "a"}${value.slice(1)}`)
  return url.href
}

export const ourRules = (samples: Readonly<Record<string, MakeSample>>): ReadonlyArray<Rule> => [
  rule("OUR-004", async (trial) => {
    const id = await packages.publishNew(trial)
    trial.met()
    const shown = await packages.read(trial.admin, id, id.version)
    const { createdAt } = objectOf(shown)
    if (typeof createdAt !== "string" || !timestamp.test(createdAt))
      throw trial.violated(
        "Times are ISO 8601 in UTC with milliseconds",
        "YYYY-MM-DDThh:mm:ss.sssZ",
        String(createdAt),
        shown
      )
  }),
  rule("OUR-005", async (trial) => {
    for (const make of Object.values(samples)) {
      const sample = await make(trial)
      if (sample.operation.body === undefined) continue
      trial.met()
      const body = JSON.stringify(sample.body)
      const plain = await sendSample(trial.admin, sample, { rawBody: body, headers: { "content-type": "text/plain" } })
      trial.status(plain, [415], "Another media type than JSON is 415")
      const large = await sendSample(trial.admin, sample, { body: { ...sample.body, more: "x".repeat(TOO_LARGE) } })
      trial.status(large, [413], "A body that is too large is 413")
    }
  }),
  rule("OUR-006", async (trial) => {
    const id = { ...packages.newPackage(trial), version: "1.0.0" }
    const begun = trial.needs(await packages.start(trial.admin, id, { version: id.version }), 202, "The start")
    const started = packages.startedOf(begun)
    for (const artifact of packages.artifacts) {
      trial.met()
      const sent = await trial.anonymous.upload(tampered(started.places[artifact]), "tampered", started.headers)
      trial.refused(sent, "A place to upload to carries its own signature")
    }
    await packages.upload(trial, id, started, packages.artifacts)
    await packages.upload(trial, id, started, packages.artifacts)
    trial.status(await packages.complete(trial.admin, id, started.operationID), [201], "An upload may be repeated")
  }),
  rule("OUR-007", async (trial) => {
    const id = { ...packages.newPackage(trial), version: "1.0.0" }
    const begun = trial.needs(await packages.start(trial.admin, id, { version: id.version }), 202, "The start")
    const started = packages.startedOf(begun)
    await packages.upload(trial, id, started, ["index"])
    const schemas = ["no JSON", JSON.stringify({ name: id.name, version: "2.0.0" }), JSON.stringify({ resources: {} })]
    for (const schema of schemas) {
      trial.met()
      await trial.anonymous.upload(started.places.schema, schema, started.headers)
      trial.status(await packages.complete(trial.admin, id, started.operationID), [400], "The schema fits the version")
    }
    await packages.upload(trial, id, started, ["schema"])
    trial.status(await packages.complete(trial.admin, id, started.operationID), [201], "Put right, it completes")
  }),
  rule("OUR-008", async (trial) => {
    const token = trial.context.configuration.identities.admin
    for (const scheme of ["bearer", "BEARER", "Token", "token"]) {
      trial.met()
      const answer = await trial.bearing("admin", `${scheme} ${token}`).get("/api/user")
      trial.status(answer, [200], "The scheme may be written in any case, and be the word token")
    }
    const id = await packages.publishNew(trial)
    const other = await trial.admin.send("PATCH", packages.versionPath(id, id.version), { body: {} })
    trial.status(other, [405], "A method that a path does not have is 405")
    if (headerOf(other, "allow") === "")
      throw trial.violated("A 405 says what is allowed", "Allow", "no such header", other)
  }),
  rule("OUR-009", async (trial) => {
    const word = `w${trial.context.run}x`
    const times = ["2022-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z", "2021-01-01T00:00:00.000Z"]
    const ids = times.map(() => ({ ...packages.newPackage(trial), version: "1.0.0" }))
    for (const [index, id] of ids.entries())
      await packages.publish(trial, id, { word, publishedAt: times[index] ?? "" })
    const namesBy = async (query: Readonly<Record<string, boolean | string>>) =>
      (await packages.listAll(trial.admin, { search: word, ...query })).map(({ name }) => name)
    trial.met()
    const [newest, oldest, middle] = ids.map(({ name }) => name)
    trial.same(await namesBy({ sort: "publishedAt", asc: true }), [oldest, middle, newest], "publishedAt ascends")
    trial.same(await namesBy({ sort: "publishedAt", asc: false }), [newest, middle, oldest], "publishedAt descends")
    trial.same(await namesBy({ sort: "name", asc: true }), [newest, oldest, middle], "name ascends")
  })
]
