/** `pnpm bench`: measures the built server beside others, and says which goals it meets. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BenchFault, benchFault } from "./BenchFault.ts"
import { type Effort, quickEffort, wholeEffort } from "./Effort.ts"
import { type Measure, measures } from "./measures/measures.ts"
import { machineText, thisMachine } from "./report/machine.ts"
import { outcomeText } from "./report/outcomeText.ts"
import { isMet, type Outcome, withoutGoals } from "./results/Outcome.ts"
import { makeStage } from "./Stage.ts"

const names = Object.keys(measures).join(", ")

const flags = {
  quick: Flag.Boolean("quick").pipe(
    Flag.withDescription("See that everything runs, in little time; the figures say nothing"),
    Flag.withDefault(false)
  ),
  only: Flag.String("only").pipe(Flag.withDescription(`One measure alone: ${names}`), Flag.optional),
  measures: Argument.String("measures").pipe(
    Argument.withDescription("Measures whose names begin with this; all when absent"),
    Argument.optional
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("One JSON object at the end"), Flag.withDefault(false)),
  judge: Flag.Boolean("judge").pipe(Flag.withDescription("Exit with 1 when a goal is missed"), Flag.withDefault(false)),
  pagedPackages: Flag.Int("paged-packages").pipe(
    Flag.withDescription(
      `Packages in the list whose last page is measured, a multiple of 100 (${wholeEffort.pagedPackages})`
    ),
    Flag.filter(
      (count) => count >= 200 && count % 100 === 0,
      () => "a multiple of 100, at least 200"
    ),
    Flag.optional
  )
}

const chosen = (
  only: Option.Option<string>,
  beginning: Option.Option<string>
): Effect.Effect<ReadonlyArray<Measure>, BenchFault> => {
  if (Option.isNone(only)) {
    const start = Option.getOrElse(beginning, () => "")
    const found = Object.entries(measures).filter(([name]) => name.startsWith(start))
    return found.length === 0
      ? Effect.fail(benchFault(`There is no measure ${start}: ${names}`))
      : Effect.succeed(found.map(([, measure]) => measure))
  }
  const measure = measures[only.value]
  return measure === undefined
    ? Effect.fail(benchFault(`There is no measure ${only.value}: ${names}`))
    : Effect.succeed([measure])
}

const run = Effect.fnUntraced(function* (
  wanted: ReadonlyArray<Measure>,
  effort: Effort,
  { json, quick }: { readonly json: boolean; readonly quick: boolean }
) {
  const machine = thisMachine()
  if (!json) yield* Console.log(machineText(machine))
  const stage = yield* makeStage(effort)
  const outcomes: Array<Outcome> = []
  for (const measure of wanted) {
    const measured = yield* measure(stage)
    const outcome = quick ? withoutGoals(measured) : measured
    outcomes.push(outcome)
    if (!json) yield* Console.log(`\n${outcomeText(outcome)}`)
  }
  if (json) yield* Console.log(JSON.stringify({ machine, outcomes }, null, 2))
  return outcomes
}, Effect.scoped)

const bench = Command.make(
  "bench",
  flags,
  Effect.fnUntraced(function* ({ json, judge, measures: beginning, only, pagedPackages, quick }) {
    const effort = quick ? quickEffort : wholeEffort
    const outcomes = yield* run(
      yield* chosen(only, beginning),
      { ...effort, pagedPackages: Option.getOrElse(pagedPackages, () => effort.pagedPackages) },
      { json, quick }
    )
    const missed = outcomes.flatMap(({ verdicts }) => verdicts).filter((verdict) => !isMet(verdict))
    if (judge && missed.length > 0) {
      return yield* benchFault(`Missed: ${missed.map(({ subject }) => subject).join("; ")}`)
    }
  })
).pipe(Command.withDescription("Measure the built server beside others"))

NodeRuntime.runMain(
  Command.run(bench, { version: "0" }).pipe(
    Effect.tapError((error) => (error instanceof BenchFault ? Console.error(error.message) : Effect.void)),
    Effect.tapDefect((defect) => Console.error(Cause.pretty(Cause.die(defect)))),
    Effect.provide(NodeServices.layer)
  ),
  { disableErrorReporting: true }
)
