/** The word `platform-control invoke`. Its functions are known when one is called: they are the providers' own. */
import { Command } from "effect/cli"

/** The word itself. */
export const INVOKE = "invoke"

/** What `invoke` says of itself, with or without its functions. */
export const describeInvoke = Command.withDescription(
  [
    "Call a lookup function of a provider: inventory, pipeline or edge.",
    "",
    "  A function is called by its token, <provider>:index/<function>:<function>; its inputs are flags, which",
    "  --help behind the token lists. `platform-control invoke --help` lists the functions.",
    "  Address and credential of a provider are read from the environment; the providers' pages in the registry of",
    "  `platform-control start` list the variables."
  ].join("\n")
)

/** What stands beside the other commands. */
export const shortDescription = Command.withShortDescription("Call a lookup function of a provider")

/** Calls that people make. */
export const invokeExamples = Command.withExamples([
  { command: "platform-control invoke inventory:index/getAsn:getAsn --asn 65000" },
  {
    command: "platform-control invoke inventory:index/getClusters:getClusters --filters tag=edge --json",
    description: "A filter is name=value, and may be repeated; --json prints the whole answer for programs"
  }
])

/** `platform-control invoke` in the tree of words, whose functions take their place when it is called (`withFunctions`). */
export const invokeCommand = Command.make(INVOKE).pipe(describeInvoke, shortDescription, invokeExamples)
