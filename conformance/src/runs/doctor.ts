/** Looks at a target before it is judged: whether it answers, whose tokens it knows, what will not be conclusive. */
import { type Configuration, identityNames } from "../config/Configuration.ts"
import { Ledger } from "../engine/Ledger.ts"
import { Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { RunContext } from "../engine/RunContext.ts"
import { Trial } from "../engine/Trial.ts"
import { versionsPath } from "../registry/packages.ts"
import { headerOf } from "../wire/Exchange.ts"
import { preflight } from "./preflight.ts"
import { newRun } from "./runSuite.ts"

/** One thing that was looked at. */
export interface Finding {
  readonly isWell: boolean
  readonly text: string
}

const clock = async (trial: Trial): Promise<Finding> => {
  const answer = await trial.anonymous.get("/api/registry/packages", { limit: 1 })
  const ahead = Date.parse(headerOf(answer, "date")) - answer.endedAt
  if (Number.isNaN(ahead)) return { isWell: true, text: "clock: the target sends no Date" }
  const isWell = Math.abs(ahead) <= trial.context.skewMillis
  return { isWell, text: `clock: ${Math.round(ahead / 1000)} s ahead of this machine's` }
}

const identity = async (trial: Trial, name: (typeof identityNames)[number]): Promise<Finding> => {
  const { identities } = trial.context.configuration
  if (identities[name] === undefined) return { isWell: false, text: `${name}: not configured` }
  const { status } = await trial.as(name).get("/api/user")
  const expected = name === "refresh" ? status === 401 : status === 200
  return { isWell: expected, text: `${name}: GET /api/user answers ${status}` }
}

const publishing = async (trial: Trial): Promise<Finding> => {
  const id = { source: "private", publisher: trial.organization, name: trial.context.name() }
  const { status } = await trial.admin.post(versionsPath(id), { version: "1.0.0" })
  return { isWell: status === 202, text: `publishing as admin to ${trial.organization}: a start answers ${status}` }
}

const blockedBy = (rules: ReadonlyArray<Rule>, configuration: Configuration): ReadonlyArray<Finding> =>
  identityNames
    .filter((name) => configuration.identities[name] === undefined)
    .flatMap((name) => {
      const blocked = rules.filter(({ requires }) => requires.includes(name)).map(({ id }) => id)
      return blocked.length === 0
        ? []
        : [{ isWell: false, text: `not conclusive without ${name}: ${blocked.join(", ")}` }]
    })

/** Fails with `Unreachable` or `NotThisApi`; a begun publish that is never completed is all it leaves. */
export const doctor = async (
  configuration: Configuration,
  rules: ReadonlyArray<Rule>
): Promise<ReadonlyArray<Finding>> => {
  const context = new RunContext({
    configuration,
    level: "must",
    seed: 0,
    run: newRun(),
    ledger: new Ledger(undefined),
    pace: new Pace({})
  })
  const trial = new Trial(context, "doctor")
  try {
    await preflight(context)
    const findings: Array<Finding> = [{ isWell: true, text: `${configuration.url} answers` }, await clock(trial)]
    for (const name of identityNames) findings.push(await identity(trial, name))
    if (configuration.organization === undefined) findings.push({ isWell: false, text: "organization: not configured" })
    else if (configuration.identities.admin !== undefined) findings.push(await publishing(trial))
    return [...findings, ...blockedBy(rules, configuration)]
  } finally {
    context.wire.close()
  }
}
