/** The commands that only look: `list`, `coverage`, `explain` and `doctor`. */
import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { catalogue } from "../catalogue/Catalogue.ts"
import { readConfiguration } from "../config/readConfiguration.ts"
import { spoken } from "../config/Requirement.ts"
import { rules } from "../rules.ts"
import { coverage } from "../runs/coverage.ts"
import { doctor } from "../runs/doctor.ts"
import { checkDisabled, NothingSelected, selectRules } from "../runs/selectRules.ts"
import { mutants } from "../mutants/mutants.ts"
import * as flags from "./flags.ts"
import { handled } from "./handled.ts"

/** Every rule that has a test. */
export const listCommand = Command.make(
  "list",
  { profile: flags.profile },
  handled(async ({ profile }, print) => {
    const chosen = selectRules(rules, { profiles: flags.listOf(profile), level: "ours" })
    for (const { id, requires, strength, text } of chosen)
      print(
        `${id.padEnd(9)} ${strength.padEnd(8)} ${text}${requires.length > 1 ? ` [needs ${requires.join(", ")}]` : ""}`
      )
    return 0
  })
).pipe(Command.withDescription("List the rules that have a test."))

/** Fails when a rule was forgotten. */
export const coverageCommand = Command.make(
  "coverage",
  {},
  handled(async (_, print) => {
    const { holes, lines } = coverage(rules)
    for (const line of lines) print(line)
    print(`${rules.length} of ${catalogue.length} rules are tested, ${holes.length} are neither tested nor explained.`)
    for (const hole of holes) print(hole)
    return holes.length === 0 ? 0 : 1
  })
).pipe(
  Command.withDescription(
    "Show which rules of the specification are tested, and why others can't be. 1 when one was forgotten."
  )
)

/** One rule in full. */
export const explainCommand = Command.make(
  "explain",
  { rule: Argument.String("rule").pipe(Argument.withDescription("Its id, such as REG-048")) },
  handled(async (input, print) => {
    const entry = catalogue.find(({ id }) => id.toLowerCase() === input.rule.toLowerCase())
    if (entry === undefined)
      throw new NothingSelected(`No rule is named ${input.rule}. \`platform-conformance list\` shows all.`)
    const tested = rules.find(({ id }) => id === entry.id)
    const killed = mutants
      .filter(({ killedBy }) => killedBy.includes(entry.id))
      .map(({ fault, id }) => `  ${id} ${fault}`)
    print(
      `${entry.id} (${entry.profile}, ${entry.strength}, ${entry.kind})\n${entry.text}\nClause: ${entry.clause}\nInputs: ${entry.inputs}`
    )
    if (tested === undefined) print(`Not tested: ${entry.untested ?? "forgotten"}`)
    else
      print(
        `Needs: ${tested.requires.map(spoken).join(", ") || "nobody"}. Runs ${tested.turn} ${tested.turn === "beside" ? "others" : ""}`.trimEnd()
      )
    print(killed.length === 0 ? "Kills no mutant." : ["Kills:", ...killed].join("\n"))
    return 0
  })
).pipe(Command.withDescription("Show a rule: its clause, what it needs, the mutants that it kills."))

/** What will not be conclusive, and why. */
export const doctorCommand = Command.make(
  "doctor",
  flags.target,
  handled(async (input, print) => {
    const configuration = readConfiguration({
      file: Option.getOrUndefined(input.config),
      url: Option.getOrUndefined(input.url)
    })
    checkDisabled(rules, configuration.disabled ?? [])
    const findings = await doctor(configuration, rules)
    for (const { isWell, text } of findings) print(`${isWell ? "ok  " : "look"} ${text}`)
    return 0
  })
).pipe(
  Command.withDescription("Look at a target: whether it answers, whose tokens it knows, what will not be conclusive.")
)
