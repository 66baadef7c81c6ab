/** `platform-conformance run`. */
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { ConfigurationProblem } from "../config/Configuration.ts"
import { readConfiguration } from "../config/readConfiguration.ts"
import { makeProgress } from "../reports/Progress.ts"
import { summary } from "../reports/summary.ts"
import { type Form, formNames, writeReports } from "../reports/writeReports.ts"
import { rules } from "../rules.ts"
import { readBaseline } from "../runs/baseline.ts"
import { exitCodeOf } from "../runs/Report.ts"
import { runSuite } from "../runs/runSuite.ts"
import { checkDisabled, selectRules } from "../runs/selectRules.ts"
import { handledToItsEnd } from "./handled.ts"
import * as flags from "./flags.ts"

const MAX_SEED = 2 ** 31

const isForm = (text: string): text is Form => formNames.some((name) => name === text)

const formsOf = (text: Option.Option<string>): ReadonlyArray<Form> => {
  const words = flags.listOf(text) ?? []
  const unknown = words.find((word) => !isForm(word))
  if (unknown !== undefined) throw new ConfigurationProblem(`--report ${unknown}: there are ${formNames.join(", ")}.`)
  return words.filter(isForm)
}

const options = {
  ...flags.target,
  profile: flags.profile,
  level: Flag.Literals("level", ["must", "derived", "all", "ours"]).pipe(
    Flag.withDescription(
      "What counts as failure: must (what clauses demand; the rest warns), derived (also what follows), all (also records probes), ours (also this project's own decisions)"
    ),
    Flag.withDefault("must")
  ),
  only: Flag.String("only").pipe(
    Flag.withMetavar("<ids>"),
    Flag.withDescription("Only these rules; * is any run of characters: REG-0*,CORE-031"),
    Flag.optional
  ),
  skip: Flag.String("skip").pipe(Flag.withMetavar("<ids>"), Flag.withDescription("Not these rules"), Flag.optional),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("Seed of everything drawn (default: another one each time)"),
    Flag.optional
  ),
  budget: Flag.String("budget").pipe(
    Flag.withMetavar("<60s,2000req>"),
    Flag.withDescription("Begin nothing more after this time or this many requests"),
    Flag.optional
  ),
  rate: Flag.String("rate").pipe(
    Flag.withMetavar("<50/s>"),
    Flag.withDescription("Requests a second at most"),
    Flag.optional
  ),
  workers: Flag.Int("workers").pipe(Flag.withDescription("Rules at a time (default 4)"), Flag.withDefault(4)),
  baseline: Flag.String("baseline").pipe(
    Flag.withMetavar("<file>"),
    Flag.withDescription("YAML map from rules that are known to be violated to reasons"),
    Flag.optional
  ),
  reproduce: Flag.Int("reproduce").pipe(
    Flag.withMetavar("<times>"),
    Flag.withDescription("How often a violation is tried again at most (default 10)"),
    Flag.withDefault(10)
  ),
  report: Flag.String("report").pipe(
    Flag.withMetavar("<forms>"),
    Flag.withDescription("Reports to write, with commas between: junit, html, json, ndjson, md, badge"),
    Flag.optional
  ),
  out: flags.out
}

/** Judges a server. */
export const runCommand = Command.make(
  "run",
  options,
  handledToItsEnd(async (input, print, signal) => {
    const configuration = readConfiguration({
      file: Option.getOrUndefined(input.config),
      url: Option.getOrUndefined(input.url)
    })
    const chosen = selectRules(rules, {
      profiles: flags.listOf(input.profile),
      only: flags.listOf(input.only),
      skip: flags.listOf(input.skip),
      level: input.level
    })
    checkDisabled(rules, configuration.disabled ?? [])
    const forms = formsOf(input.report)
    const progress = makeProgress(chosen.length, process.stderr.isTTY ? process.stderr : undefined)
    const report = await runSuite({
      configuration,
      rules: chosen,
      level: input.level,
      seed: Option.getOrElse(input.seed, () => Math.floor(Math.random() * MAX_SEED)),
      workers: Math.max(1, input.workers),
      limits: flags.limitsOf(input.budget, input.rate),
      baseline: Option.match(input.baseline, { onNone: () => [], onSome: readBaseline }),
      folder: input.out,
      reproduce: input.reproduce,
      signal,
      ended: progress.ended,
      retried: progress.retried
    })
    progress.clear()
    print(summary(report))
    for (const path of writeReports(report, input.out, forms)) print(`Written: ${path}`)
    return exitCodeOf(report)
  })
).pipe(
  Command.withDescription(
    [
      "Judge a server.",
      "",
      "  Exit codes: 0 success, 1 a rule failed, 2 not understood, 3 target unreachable, 4 a fault of the suite,",
      "  5 nothing conclusive, 6 a stale entry of the baseline, 130 interrupted: what was made is undone first."
    ].join("\n")
  ),
  Command.withShortDescription("Judge a server"),
  Command.withExamples([
    { command: "platform-conformance run --config conformance.yaml --report junit,md" },
    { command: "platform-conformance run --url https://host/base --profile registry --only 'REG-0*' --seed 7" }
  ])
)
