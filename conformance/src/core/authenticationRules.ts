/** Who is let in, over every operation of the table (Spec A, Authentication). */
import { Inconclusive } from "../engine/Outcome.ts"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { type MakeSample, type Sample, sendSample } from "../laws/Sample.ts"
import { operations } from "../table/operations.ts"
import { headerOf } from "../wire/Exchange.ts"

type Samples = Readonly<Record<string, MakeSample>>

/** Undefined for an operation of a profile that the target lacks, or whose premises it refuses. */
const unlessAbsent = async (trial: Trial, make: MakeSample): Promise<Sample | undefined> => {
  try {
    return await make(trial)
  } catch (error) {
    if (!(error instanceof Inconclusive) || error.reason !== "REFUSED") throw error
    trial.note(`An operation was left out: ${error.message}`)
    return undefined
  }
}

/** Operations of a profile that the configuration switches off are not asked for. */
const isOff = (trial: Trial, id: string): boolean => {
  const profile = operations.find((operation) => operation.id === id)?.profile
  return profile !== undefined && trial.context.configuration.disabled?.includes(profile) === true
}

/** Runs over every operation that wants a credential; what it could not be tried on, nothing is concluded of. */
const overClosed =
  (samples: Samples, body: (trial: Trial, sample: Sample) => Promise<void>) => async (trial: Trial) => {
    const leftOut: Array<string> = []
    for (const [id, make] of Object.entries(samples)) {
      if (isOff(trial, id)) continue
      trial.nextCase()
      const sample = await unlessAbsent(trial, make)
      if (sample === undefined) leftOut.push(id)
      if (sample === undefined) continue
      if (sample.operation.access === "public") continue
      trial.met()
      await body(trial, sample)
    }
    if (leftOut.length > 0)
      throw trial.inconclusive(
        "REFUSED",
        `It was not tried on ${leftOut.join(", ")}; if the target has nothing of their profile, switch it off by \`disabled\`.`
      )
  }

/** Values that no server gave out. */
const unknownBearers = (trial: Trial): ReadonlyArray<string | ReadonlyArray<string>> => {
  const token = trial.context.configuration.identities.admin ?? ""
  const bearer = `Bearer ${token}`
  return [
    "Bearer",
    "Bearer ",
    "Bearer conformance-no-such-token-0001",
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Basic ${Buffer.from(`admin:${token}`).toString("base64")}`,
    `Nobody ${token}`,
    token,
    [bearer, "Bearer conformance-no-such-token-0002"]
  ]
}

const unknown = async (trial: Trial, sample: Sample) => {
  for (const value of unknownBearers(trial)) {
    const answer = await sendSample(trial.bearing("somebody unknown", value), sample)
    trial.status(
      answer,
      Array.isArray(value) ? [400, 401] : [401],
      `A credential that nobody has is refused by ${sample.operation.id}`
    )
    if (trial.isOurs && answer.status === 401 && headerOf(answer, "www-authenticate") === "")
      throw trial.violated(
        "A 401 says how to authenticate (open points, section 1)",
        "WWW-Authenticate",
        "no such header",
        answer
      )
  }
}

const without = async (trial: Trial, sample: Sample) => {
  const answer = trial.refused(await sendSample(trial.anonymous, sample), `${sample.operation.id} wants a credential`)
  trial.status(answer, trial.isOurs ? [401] : [401, 403, 404], `${sample.operation.id} wants a credential`)
}

const refreshed = async (trial: Trial, sample: Sample) =>
  void trial.status(
    await sendSample(trial.as("refresh"), sample),
    [401],
    `A refresh token is no bearer for ${sample.operation.id}`
  )

/** What was refused for who asked has changed nothing. */
const unchanged = async (trial: Trial, sample: Sample) => {
  if (sample.operation.method === "GET") return
  const before = await sample.state()
  const callers = [trial.anonymous, trial.bearing("somebody unknown", "Bearer conformance-no-such-token-0003")]
  for (const name of ["refresh", "unprivileged", "outsider"] as const)
    if (trial.context.configuration.identities[name] !== undefined) callers.push(trial.as(name))
  for (const caller of callers) {
    const answer = await sendSample(caller, sample)
    if (answer.status >= 200 && answer.status < 300)
      throw trial.violated(
        `${caller.identity} may not call ${sample.operation.id}`,
        "a refusal",
        `${answer.status}`,
        answer
      )
  }
  trial.same(
    await sample.state(),
    before,
    `Refused for who asked, ${sample.operation.id} changes nothing`,
    trial.exchanges.at(-1)
  )
}

const works = (identity: "admin" | "organizationToken" | "teamToken") => async (trial: Trial) => {
  trial.met()
  const answer = await trial.as(identity).get("/api/registry/packages", { publisher: trial.organization, limit: 1 })
  trial.status(answer, [200], "The token works as a bearer")
  // The list answers anonymous callers as well, so the caller's own record decides where the target has one.
  const self = await trial.as(identity).get("/api/user")
  trial.status(self, trial.isOurs ? [200] : [200, 404], "The token is known")
  if (!trial.isOurs) return
  const word = trial.bearing(identity, `token ${trial.context.configuration.identities[identity]}`)
  trial.status(await word.get("/api/user"), [200], "The word token is as good as Bearer (open points, section 1)")
}

/** The rules about credentials. `personal` are operations that everybody may call for themselves. */
export const authenticationRules = (samples: Samples, personal: Samples): ReadonlyArray<Rule> => [
  rule("CORE-015", overClosed({ ...samples, ...personal }, without)),
  rule("CORE-016", overClosed({ ...samples, ...personal }, unknown)),
  rule("CORE-017", overClosed({ ...samples, ...personal }, refreshed), { requires: ["admin", "refresh"] }),
  rule(
    "CORE-018",
    async (trial) => {
      trial.met()
      const answer = await trial.as("refresh").get("/api/registry/packages")
      trial.note(`A refresh token on the public list is answered ${answer.status}.`)
      trial.status(answer, trial.isOurs ? [401] : [200, 401], "A refresh token is refused or overlooked")
    },
    { requires: ["refresh"] }
  ),
  rule("CORE-019", works("admin")),
  rule("CORE-020", works("organizationToken"), { requires: ["organizationToken"] }),
  rule("CORE-021", works("teamToken"), { requires: ["teamToken"] }),
  rule("CORE-024", overClosed(samples, unchanged)),
  rule(
    "CORE-025",
    async (trial) => {
      trial.met()
      trial.status(await trial.anonymous.get("/api/registry/packages"), [200], "The package list needs no credential")
    },
    { requires: [] }
  ),
  rule(
    "CORE-028",
    overClosed(samples, async (trial, sample) => {
      if (sample.operation.id === "user.get") return
      const answer = await sendSample(trial.as("outsider"), sample)
      trial.refused(answer, `${sample.operation.id} gives an outsider nothing of another organization`)
      if (trial.isOurs) trial.status(answer, [404], "What a caller can't see is not there (open points, section 1)")
    }),
    { requires: ["admin", "outsider"] }
  )
]
