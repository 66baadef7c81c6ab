/** `platform-control invoke` with its functions, each a command whose flags are its inputs. */
import { type AnyLookup, type AnyProvider, tokenOf } from "@platform-control/providers"
import { packageSchemaOf, shellCall } from "@platform-control/providers/package"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { version } from "../version.ts"
import { inputFlags } from "./inputFlags.ts"
import { invoke } from "./invoke.ts"
import { describeInvoke, INVOKE, invokeExamples, shortDescription } from "./InvokeCommand.ts"
import { providersOf } from "./providers.ts"

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text

const printing = {
  json: Flags.json,
  showSecrets: Flag.Boolean("show-secrets").pipe(
    Flag.withDescription("Print secrets as they are"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  verbose: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Tell of every request on standard error"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

const rulesText = ({ rules }: AnyLookup<unknown>): ReadonlyArray<string> =>
  rules.map(
    ({ kind, names }) => `${kind === "atLeastOneOf" ? "At least" : "Exactly"} one of ${names.join(", ")} is required.`
  )

const functionCommands = (provider: AnyProvider) => {
  const schema = packageSchemaOf(provider, version, "")
  return provider.functions.map((lookup) => {
    const token = tokenOf(provider.prefix, lookup.functionName)
    const inputs = inputFlags(
      schema,
      schema.functions[token] ?? { description: "", outputs: { type: "object", properties: {} } }
    )
    const text = [
      lookup.description,
      ...rulesText(lookup),
      ...(lookup.deprecated === undefined ? [] : [lookup.deprecated])
    ]
    return Command.make(token, { inputs, ...printing }, (input) => invoke(provider, lookup, input.inputs, input)).pipe(
      Command.withDescription(text.join("\n  ")),
      Command.withShortDescription(firstSentence(lookup.description)),
      Command.withExamples([{ command: shellCall(provider.prefix, lookup) }])
    )
  })
}

const invokeWith = (providers: ReadonlyArray<AnyProvider>) =>
  Command.make(INVOKE).pipe(
    describeInvoke,
    shortDescription,
    invokeExamples,
    Command.withSubcommands(
      providers.map((provider) => ({
        group: provider.displayName.toUpperCase(),
        commands: functionCommands(provider)
      }))
    )
  )

/** The functions that these words may be about: those of one provider where a token is among the words. */
export const invokeFor = (words: ReadonlyArray<string>) =>
  Effect.map(
    Effect.promise(() => providersOf(words.find((word) => word.includes(":") && !word.startsWith("-")))),
    invokeWith
  )
