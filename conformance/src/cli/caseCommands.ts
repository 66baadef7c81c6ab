/** The commands that come after a run: `replay` and `sweep`. */
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { ConfigurationProblem } from "../config/Configuration.ts"
import { readConfiguration } from "../config/readConfiguration.ts"
import { Ledger, ledgerFile } from "../engine/Ledger.ts"
import { rules } from "../rules.ts"
import { readCase } from "../runs/caseFile.ts"
import { replay, type ReplayResult } from "../runs/replay.ts"
import { sweep } from "../runs/sweep.ts"
import { INTERRUPTED } from "./exitCodes.ts"
import * as flags from "./flags.ts"
import { handled, handledToItsEnd } from "./handled.ts"

const lineOf = (result: ReplayResult): string => {
  if (result.result === "DRIFTED") return `DRIFTED (step ${result.step}: ${result.got} instead of ${result.expected})`
  const judge = result.by === "rule" ? " (judged by its rule, run alone)" : ""
  return `${result.result}${judge}${result.otherwise === undefined ? "" : `, in another way: ${result.otherwise}`}`
}

/** 0 when it is fixed every time, 1 when it still fails once, 5 when it can't be said. */
export const replayCommand = Command.make(
  "replay",
  {
    file: Argument.String("case").pipe(Argument.withDescription("A case file of an earlier run")),
    times: Flag.Int("times").pipe(Flag.withDescription("How often (default once)"), Flag.withDefault(1)),
    ...flags.target
  },
  handledToItsEnd(async (input, print, signal) => {
    const written = readCase(input.file)
    const rule = rules.find(({ id }) => id === written.rule)
    if (rule === undefined) throw new ConfigurationProblem(`This suite has no rule ${written.rule} any more.`)
    const configuration = readConfiguration({
      file: Option.getOrUndefined(input.config),
      url: Option.getOrUndefined(input.url)
    })
    const times = Math.max(1, input.times)
    const seen: Array<ReplayResult> = []
    for (let time = 0; time < times; time += 1) {
      const result = await replay(written, rule, configuration, { signal })
      if (signal.aborted) return INTERRUPTED
      seen.push(result)
      print(lineOf(result))
    }
    const count = (wanted: ReplayResult["result"]) => seen.filter(({ result }) => result === wanted).length
    if (times > 1)
      print(
        `${times} times: STILL FAILS ${count("STILL FAILS")}, FIXED ${count("FIXED")}, DRIFTED ${count("DRIFTED")}.`
      )
    if (count("STILL FAILS") > 0) return 1
    return count("DRIFTED") > 0 ? 5 : 0
  })
).pipe(Command.withDescription("Send the requests of a failing case again: FIXED, STILL FAILS or DRIFTED."))

/** Cleans up after a run that could not. */
export const sweepCommand = Command.make(
  "sweep",
  {
    run: Flag.String("run").pipe(
      Flag.withMetavar("<run>"),
      Flag.withDescription("The run's word, as in the names cf-<run>-…")
    ),
    out: flags.out,
    ...flags.target
  },
  handled(async (input, print) => {
    const file = ledgerFile(input.out, input.run)
    const ledger = Ledger.load(file)
    if (ledger === undefined) throw new ConfigurationProblem(`There is no ledger ${file}. --out names its folder.`)
    const configuration = readConfiguration({
      file: Option.getOrUndefined(input.config),
      url: Option.getOrUndefined(input.url)
    })
    const swept = await sweep(ledger, configuration)
    for (const { path, status } of swept) print(`${status} ${path}`)
    const left = swept.filter(({ status }) => status > 299 && status !== 404)
    print(`${swept.length - left.length} gone, ${left.length} left.`)
    return left.length === 0 ? 0 : 1
  })
).pipe(Command.withDescription("Delete what a run made and did not delete, by its ledger."))
