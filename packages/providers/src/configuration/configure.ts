/** Settles a provider's configuration: what the program gives, else the environment, else the defaults. */
import { Config, Effect, Option, Redacted, Schema } from "effect"
import { InvalidConfiguration } from "./InvalidConfiguration.ts"
import type { Given, Settings, Variable, Variables } from "./Variable.ts"

/** The variable as both ways of setting it call it. */
export const variableText = (name: string, { environment }: Pick<Variable<unknown>, "environment">): string =>
  environment.length === 0 ? name : `${name} (${environment.join(" or ")})`

const invalid = (name: string, variable: Variable<unknown>, problem: string): InvalidConfiguration =>
  new InvalidConfiguration({ variable: name, message: `${variableText(name, variable)}: ${problem}` })

/** An empty variable counts as absent: container files often pass variables on that nobody has set. */
const fromEnvironment = Effect.fnUntraced(function* (name: string, variable: Variable<unknown>) {
  for (const key of variable.environment) {
    const found = yield* Config.String(key).pipe(
      Config.option,
      Effect.mapError(() => invalid(name, variable, "the environment can't be read."))
    )
    const text = Option.getOrElse(found, () => "").trim()
    if (text !== "") return Option.some(variable.kind.fromText(text))
  }
  return Option.none<unknown>()
})

const plain = (given: unknown): unknown => {
  const written = Redacted.isRedacted(given) ? Redacted.value(given) : given
  // A line break at the end comes from the file that a value was read from, never from its author.
  return typeof written === "string" ? written.trim() : written
}

const settle = Effect.fnUntraced(function* (name: string, variable: Variable<unknown>, given: unknown) {
  const written = given === undefined ? yield* fromEnvironment(name, variable) : Option.some(plain(given))
  if (Option.isNone(written) || (written.value === "" && given !== undefined)) {
    if (variable.absent !== "refused") return variable.absent.value
    return yield* invalid(name, variable, "it is required, and not set.")
  }
  if (!Schema.is(variable.kind.schema)(written.value))
    return yield* invalid(name, variable, `expected ${variable.kind.expects}.`)
  if (variable.deprecated !== undefined)
    yield* Effect.logWarning(`${variableText(name, variable)}: ${variable.deprecated}`)
  return variable.kind.settle(written.value)
})

/** Fails at the first variable that can't be, in the order of declaration; an unknown name in `given` is refused. */
export const configure = Effect.fnUntraced(function* <V extends Variables>(variables: V, given: Given<V>) {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(variables, name))
  if (unknown !== undefined)
    return yield* new InvalidConfiguration({
      variable: unknown,
      message: `${unknown} is no variable of this provider. It has ${Object.keys(variables).join(", ")}.`
    })
  const settled: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(variables))
    settled[name] = yield* settle(name, variable, (given as Record<string, unknown>)[name])
  return settled as Settings<V>
})
