/** `platform-conformance mutants`: the suite judged by faults that are known. */
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { readConfiguration } from "../config/readConfiguration.ts"
import type { Mutant } from "../mutants/Mutant.ts"
import { equivalent, mutants } from "../mutants/mutants.ts"
import { falseAlarms, type MutantScore, score, unproven } from "../mutants/score.ts"
import { rules } from "../rules.ts"
import { NothingSelected } from "../runs/selectRules.ts"
import * as flags from "./flags.ts"
import { handled } from "./handled.ts"

const chosen = (only: Option.Option<string>) => {
  const words = flags.listOf(only)
  const found = words === undefined ? mutants : mutants.filter(({ id }) => words.some((word) => id.startsWith(word)))
  if (found.length === 0) throw new NothingSelected("No mutant's id begins so.")
  return found
}

/** 1 when a mutant survives a seed or a must rule is unproven. */
export const mutantsCommand = Command.make(
  "mutants",
  {
    score: Flag.Boolean("score").pipe(
      Flag.withDescription("Run the rules against every mutant of the target, and print who was noticed by whom"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    seeds: Flag.Int("seeds").pipe(Flag.withDescription("How many seeds (default 1)"), Flag.withDefault(1)),
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Every rule against every mutant, not only those that should notice it"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    only: Flag.String("only").pipe(
      Flag.withMetavar("<ids>"),
      Flag.withDescription("Only mutants whose ids begin so"),
      Flag.optional
    ),
    ...flags.target
  },
  handled(async (input, print) => {
    const found = chosen(input.only)
    if (!input.score) {
      for (const { fault, id, killedBy } of found) print(`${id}: ${fault} [${killedBy.join(", ")}]`)
      for (const [id, reason] of Object.entries(equivalent)) print(`${id}: equivalent here. ${reason}`)
      return 0
    }
    const options = {
      configuration: readConfiguration({
        file: Option.getOrUndefined(input.config),
        url: Option.getOrUndefined(input.url)
      }),
      rules,
      mutants: found,
      seeds: Array.from({ length: Math.max(1, input.seeds) }, (_, index) => index + 1),
      everyRule: input.all,
      scored: ({ fault, id }: Mutant, { by, killed, seeds }: MutantScore) =>
        print(
          `${killed === seeds ? "killed  " : "SURVIVED"} ${killed}/${seeds} ${id}: ${fault} [${Object.entries(by)
            .map(([rule, times]) => `${rule} ${times}`)
            .join(", ")}]`
        )
    }
    const alarms = await falseAlarms(options)
    if (alarms.length > 0) {
      print(`Violated without any fault, so nothing can be scored: ${alarms.join(", ")}`)
      return 1
    }
    const rows = await score(options)
    const survivors = rows.filter(({ killed, seeds }) => killed < seeds)
    const open = Option.isNone(input.only) ? unproven(rules, rows) : []
    for (const [id, reason] of Object.entries(equivalent)) print(`equivalent ${id}: ${reason}`)
    print(`${rows.length - survivors.length} of ${rows.length} mutants killed in every seed.`)
    if (open.length > 0) print(`Unproven must rules: ${open.join(", ")}`)
    return survivors.length + open.length === 0 ? 0 : 1
  })
).pipe(
  Command.withDescription(
    [
      "List faults that a server could have, or judge the suite by them.",
      "",
      "  A mutant is a proxy on this machine in front of the target, with one fault; the target itself has to be right."
    ].join("\n")
  )
)
