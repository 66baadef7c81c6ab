/** How help and refused command lines look: help on standard output, mistakes in a few lines on standard error. */
import { Console, Effect } from "effect"
import { CliOutput, TerminalCapabilities } from "effect/cli"
import { withoutTokens } from "../withoutTokens.ts"

/**
 * Help that was asked for is printed whole. A mistake is named together with the usage line and where to read on;
 * the whole help after a typing mistake would push the mistake off the screen.
 */
export const presenter: CliOutput.Presenter = {
  present: Effect.fnUntraced(function* (event) {
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "full" })
    switch (event._tag) {
      case "Help":
        return yield* Console.log(formatter.formatHelpDoc(event.helpDoc))
      case "Version":
        return yield* Console.log(event.version)
      case "InvalidInvocation": {
        const mistakes = event.errors.map((error) => withoutTokens(formatter.formatCliError(error)))
        const path = event.commandPath.join(" ")
        return yield* Console.error(
          [...mistakes, "", `Usage: ${event.helpDoc.usage}`, `Help:  ${path} --help`].join("\n")
        )
      }
    }
  })
}
