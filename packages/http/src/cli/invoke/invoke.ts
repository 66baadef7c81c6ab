/** Calls one function, and prints what it gave. */
import type { AnyLookup, AnyProvider } from "@platform-control/providers"
import { tokenOf } from "@platform-control/providers"
import { shellCall } from "@platform-control/providers/package"
import { Console, Effect, Layer, Logger, Option, References } from "effect"
import { printRecord } from "../output/print.ts"
import { explainLookup } from "./explainLookup.ts"
import { outputText, plainOutput } from "./outputText.ts"

/** Warnings, and on request the requests: on standard error, as standard output holds the result alone. */
const log = (verbose: boolean): Layer.Layer<never> =>
  Layer.merge(
    Logger.layer([
      Logger.withConsoleError(
        Logger.make(({ message }) => (Array.isArray(message) ? message.map(String).join(" ") : String(message)))
      )
    ]),
    Layer.succeed(References.MinimumLogLevel, verbose ? "Debug" : "Info")
  )

/** How a result is printed. */
export interface Printing {
  readonly json: boolean
  readonly showSecrets: boolean
  readonly verbose: boolean
}

/** The inputs are those of the flags; nothing is asked when they can't be. */
export const invoke = Effect.fnUntraced(function* (
  provider: AnyProvider,
  lookup: AnyLookup<unknown>,
  inputs: Readonly<Record<string, Option.Option<unknown>>>,
  printing: Printing
) {
  const input = Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
  )
  const output = yield* provider.call(lookup.functionName, input).pipe(
    Effect.mapError((error) =>
      explainLookup(error, tokenOf(provider.prefix, lookup.functionName), shellCall(provider.prefix, lookup))
    ),
    Effect.provide(log(printing.verbose))
  )
  if (lookup.deprecated !== undefined) yield* Console.error(lookup.deprecated)
  const plain = plainOutput(output, printing.showSecrets)
  yield* printRecord(printing.json, plain, () => outputText(plain, input))
})
