/** What a function of a provider is: names, input, output, the rules between inputs, and how it is asked for. */
import { Effect, Schema } from "effect"
import { InvalidInput, type LookupError } from "./LookupError.ts"
import { schemaProblems } from "./schemaProblems.ts"

/** A rule between inputs, all of them optional by themselves. */
export interface InputRule<Name extends string = string> {
  readonly kind: "atLeastOneOf" | "exactlyOneOf"
  readonly names: ReadonlyArray<Name>
}

/** Refuses inputs in which none of these is given. */
export const atLeastOneOf = <const Name extends string>(...names: ReadonlyArray<Name>): InputRule<Name> => ({
  kind: "atLeastOneOf",
  names
})

/** Refuses inputs in which none or several of these are given. */
export const exactlyOneOf = <const Name extends string>(...names: ReadonlyArray<Name>): InputRule<Name> => ({
  kind: "exactlyOneOf",
  names
})

/** The schema of a record, as inputs and outputs are. */
export type RecordSchema = Schema.Struct<Schema.Struct.Fields> & Schema.Codec<unknown, unknown>

/** A function as it is declared. */
export interface Declaration<I extends RecordSchema, O extends RecordSchema, R> {
  /** Markdown: what is looked up, and what an input means to the search. */
  readonly description: string
  readonly input: I
  readonly output: O
  readonly rules?: ReadonlyArray<InputRule<keyof I["fields"] & string>>
  /** Says that the function should not be used any more, and why. */
  readonly deprecated?: string
  /** An input that makes an example somebody would write. */
  readonly example: I["Type"]
  /** Asks the service; the input has passed the schema and the rules. */
  readonly find: (input: I["Type"]) => Effect.Effect<O["Type"], LookupError, R>
}

/** A function that can be called, and that can be read about. */
export interface Lookup<I extends RecordSchema, O extends RecordSchema, R> extends Omit<Declaration<I, O, R>, "find"> {
  /** Fails with `InvalidInput` before any request is sent, also for inputs of unknown names. */
  (input: I["Type"]): Effect.Effect<O["Type"], LookupError, R>
  /** What is checked before anything is asked. */
  readonly check: (input: unknown) => Effect.Effect<I["Type"], InvalidInput>
  /** Camel case, unique in its provider; part C writes the token as `<prefix>:index/<name>:<name>`. */
  readonly functionName: string
  readonly rules: ReadonlyArray<InputRule<keyof I["fields"] & string>>
}

/** A function of any input and output, for those who only read about functions or call them with values from outside. */
export interface AnyLookup<R> {
  (input: never): Effect.Effect<unknown, LookupError, R>
  readonly check: (input: unknown) => Effect.Effect<unknown, InvalidInput>
  readonly functionName: string
  readonly description: string
  readonly input: RecordSchema
  readonly output: RecordSchema
  readonly rules: ReadonlyArray<InputRule>
  readonly deprecated?: string
  readonly example: unknown
}

const enumerated = (names: ReadonlyArray<string>): string =>
  names.length < 3 ? names.join(" and ") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** What a rule says of these inputs, or nothing. */
export const brokenRule = (rule: InputRule, input: object): string | undefined => {
  const given = rule.names.filter((name) => (input as Record<string, unknown>)[name] !== undefined)
  if (given.length === 0)
    return `${rule.kind === "atLeastOneOf" ? "At least one" : "One"} of ${enumerated(rule.names)} is required.`
  if (rule.kind === "exactlyOneOf" && given.length > 1)
    return `Only one of ${enumerated(rule.names)} may be given, not ${enumerated(given)}.`
  return undefined
}

/** Values of `undefined` are as good as absent ones for callers in TypeScript. */
const withoutAbsent = (input: unknown): unknown =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    : input

/** Declares a function. Pure: nothing is asked until it is called. */
export const make = <I extends RecordSchema, O extends RecordSchema, R>(
  functionName: string,
  { find, rules = [], ...declared }: Declaration<I, O, R>
): Lookup<I, O, R> => {
  const decode = Schema.decodeUnknownEffect(declared.input, {
    onExcessProperty: "error",
    errors: "all"
  })
  const isWithoutInputs = Object.keys(declared.input.fields).length === 0
  const check = Effect.fnUntraced(function* (input: unknown) {
    // A schema without fields takes any object.
    const unknown = isWithoutInputs ? Object.keys(Object(withoutAbsent(input))) : []
    if (unknown.length > 0)
      return yield* new InvalidInput({ message: `${functionName}: it has no inputs, and got ${enumerated(unknown)}.` })
    const read = yield* Effect.mapError(
      decode(withoutAbsent(input)),
      (error) => new InvalidInput({ message: `${functionName}: ${schemaProblems(error)}` })
    )
    for (const rule of rules) {
      const broken = brokenRule(rule, read)
      if (broken !== undefined) return yield* new InvalidInput({ message: `${functionName}: ${broken}` })
    }
    return read
  })
  const call = (input: I["Type"]) =>
    check(input).pipe(Effect.flatMap(find), Effect.annotateLogs({ function: functionName }))
  return Object.assign(call, { ...declared, check, functionName, rules })
}
