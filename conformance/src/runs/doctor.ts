/** Looks at a target before it is judged: whether it answers, whose tokens it knows, what will not be conclusive. */
import { type Configuration, identityNames } from "../config/Configuration.ts"
import { fixtureNames } from "../config/fixtures.ts"
import { hookNames, isAddress } from "../config/hooks.ts"
import { isThere, type Requirement, spoken } from "../config/Requirement.ts"
import { isDisabled } from "../engine/isDisabled.ts"
import { Ledger } from "../engine/Ledger.ts"
import { Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { RunContext } from "../engine/RunContext.ts"
import { Trial } from "../engine/Trial.ts"
import { versionPath, versionsPath } from "../registry/packages.ts"
import { operations, pathOf } from "../table/operations.ts"
import { headerOf } from "../wire/Exchange.ts"
import { preflight } from "./preflight.ts"
import { newRun } from "./newRun.ts"

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
  const distance = `${Math.abs(Math.round(ahead / 1000))} s ${ahead < 0 ? "behind" : "ahead of"} this machine's`
  return { isWell, text: `clock: ${distance}, ${trial.context.skewMillis / 1000} s are overlooked (skewSeconds)` }
}

const identity = async (trial: Trial, name: (typeof identityNames)[number]): Promise<Finding> => {
  const { identities } = trial.context.configuration
  if (identities[name] === undefined) return { isWell: false, text: `identity ${name}: not configured` }
  const { status } = await trial.as(name).get("/api/user")
  const expected = name === "refresh" ? status === 401 : status === 200
  return { isWell: expected, text: `identity ${name}: GET /api/user answers ${status}` }
}

const publishing = async (trial: Trial): Promise<Finding> => {
  const id = { source: "private", publisher: trial.organization, name: trial.context.name() }
  const { status } = await trial.admin.post(versionsPath(id), { version: "1.0.0" })
  return { isWell: status === 202, text: `publishing as admin to ${trial.organization}: a start answers ${status}` }
}

const requirementsOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<Requirement> => [
  ...new Set(rules.flatMap(({ requires }) => requires))
]

/** An operation that needs nothing to be there but an organization, and what the target says to it. */
const profile = async (trial: Trial, name: string): Promise<ReadonlyArray<Finding>> => {
  const asked = operations.find(
    (one) =>
      one.profile === name && one.method === "GET" && !/\{(?!orgName\})/.test(one.path) && one.success.status === 200
  )
  if (asked === undefined) return []
  const { status } = await trial.admin.get(pathOf(asked, { orgName: trial.organization }))
  const isWell = status !== 404 && status !== 405 && status < 500
  const advice = isWell ? "" : `; if the target has nothing of it, say disabled: [${name}]`
  return [{ isWell, text: `profile ${name}: GET ${asked.path} answers ${status}${advice}` }]
}

const profiles = async (trial: Trial, rules: ReadonlyArray<Rule>): Promise<ReadonlyArray<Finding>> => {
  const { disabled = [], identities, organization } = trial.context.configuration
  if (identities.admin === undefined || organization === undefined) return []
  const names = [...new Set(rules.map(({ profile }) => profile))].filter((name) => !disabled.includes(name))
  const findings: Array<Finding> = []
  for (const name of names) findings.push(...(await profile(trial, name)))
  return findings
}

/** What is absent matters only where a rule asks for it. */
const absent = (requirement: Requirement, rules: ReadonlyArray<Rule>): Finding => {
  const isWanted = requirementsOf(rules).includes(requirement)
  const text = `${spoken(requirement)}: not configured${isWanted ? "" : ", and no rule asks for it"}`
  return { isWell: !isWanted, text }
}

/** Hooks are only named: calling one changes something. */
const hooks = ({ hooks = {} }: Configuration, rules: ReadonlyArray<Rule>): ReadonlyArray<Finding> =>
  hookNames.map((name) => {
    const hook = hooks[name]
    if (hook === undefined) return absent(`hook:${name}`, rules)
    const what = typeof hook === "object" && "key" in hook ? "a signing key" : "a command"
    return { isWell: true, text: `hook ${name}: ${isAddress(hook) ? "an address" : what}` }
  })

const fixtures = async (trial: Trial, rules: ReadonlyArray<Rule>): Promise<ReadonlyArray<Finding>> => {
  const { fixtures = {}, identities } = trial.context.configuration
  const findings = fixtureNames.map((name) =>
    fixtures[name] === undefined
      ? absent(`fixture:${name}`, rules)
      : { isWell: true, text: `fixture ${name}: ${JSON.stringify(fixtures[name])}` }
  )
  if (fixtures.documentedPackage === undefined || identities.admin === undefined) return findings
  const { version, ...id } = fixtures.documentedPackage
  const { status } = await trial.admin.get(versionPath(id, version))
  const text = `fixture documentedPackage: reading its version answers ${status}`
  return [...findings, { isWell: status === 200, text }]
}

const blockedBy = (rules: ReadonlyArray<Rule>, configuration: Configuration): ReadonlyArray<Finding> => {
  const off = rules.filter((rule) => isDisabled(rule, configuration)).map(({ id }) => id)
  const on = rules.filter((rule) => !isDisabled(rule, configuration))
  const open = requirementsOf(on)
    .filter((requirement) => !isThere(requirement, configuration))
    .map((requirement): Finding => {
      const blocked = on.filter(({ requires }) => requires.includes(requirement)).map(({ id }) => id)
      return { isWell: false, text: `not conclusive without ${spoken(requirement)}: ${blocked.join(", ")}` }
    })
  return off.length === 0
    ? open
    : [...open, { isWell: true, text: `switched off by the configuration: ${off.join(", ")}` }]
}

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
    findings.push(...(await profiles(trial, rules)))
    findings.push(...hooks(configuration, rules), ...(await fixtures(trial, rules)))
    return [...findings, ...blockedBy(rules, configuration)]
  } finally {
    context.wire.close()
  }
}
