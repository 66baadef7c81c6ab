/** `platform-conformance diff`: two runs beside each other. */
import { Argument, Command } from "effect/cli"
import { diff, readReport } from "../runs/diff.ts"
import { handled } from "./handled.ts"

const report = (name: string, which: string) =>
  Argument.String(name).pipe(Argument.withDescription(`The JSON report of the ${which} run`))

/** 1 when something got worse. */
export const diffCommand = Command.make(
  "diff",
  { before: report("before", "earlier"), after: report("after", "later") },
  handled(async (input, print) => {
    const [before, after] = [readReport(input.before), readReport(input.after)]
    const changes = diff(before, after)
    for (const { kind, text } of changes) print(`${kind.padEnd(7)} ${text}`)
    const count = (wanted: string) => changes.filter(({ kind }) => kind === wanted).length
    print(`${count("worse")} worse, ${count("better")} better, ${count("new")} new, ${count("changed")} changed.`)
    return count("worse") === 0 ? 0 : 1
  })
).pipe(Command.withDescription("Show what changed between two reports. 1 when something got worse."))
