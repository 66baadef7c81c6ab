/**
 * What a provider is: the words of its package, the variables of its configuration, its functions, and the client that
 * they ask through. How to write one, and a function of one, stands in this package's README.
 */
import { Effect, type Layer } from "effect"
import type { InvalidConfiguration } from "./configuration/InvalidConfiguration.ts"
import type { Given, Variables } from "./configuration/Variable.ts"
import type { AnyLookup } from "./Lookup.ts"
import { InvalidInput, type LookupError } from "./LookupError.ts"

/** What can be read about a provider without its client. */
export interface ProviderWords {
  /** Begins every token: `<prefix>:index/<function>:<function>`. */
  readonly prefix: string
  readonly displayName: string
  /** One sentence. */
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  /** Whose work the package is modelled on, and under which licence that stands. */
  readonly attribution: string
  /** The exported service that functions ask through: `Inventory`. */
  readonly clientName: string
  /** Markdown between the README's first paragraph and its example: what a reader has to know. */
  readonly about: string
}

/** A provider as it is declared; `R` is the client that its functions ask through. */
export interface Declaration<V extends Variables, R> extends ProviderWords {
  readonly variables: V
  readonly functions: ReadonlyArray<AnyLookup<R>>
  /** The client for what is given here; what is not is read from the environment, then from the defaults. */
  readonly layer: (given?: Given<V>) => Layer.Layer<R, InvalidConfiguration | LookupError>
}

/** A provider of which nothing is known but that it is one. */
export interface AnyProvider extends ProviderWords {
  readonly variables: Variables
  readonly functions: ReadonlyArray<AnyLookup<unknown>>
  /**
   * Calls a function by its name with an input from outside, with the configuration that the environment holds; the input
   * is checked first.
   */
  readonly call: (functionName: string, input: unknown) => Effect.Effect<unknown, InvalidConfiguration | LookupError>
}

/** A provider. */
export interface Provider<V extends Variables, R> extends Declaration<V, R> {
  readonly call: AnyProvider["call"]
}

/** Declares a provider. */
export const make = <const V extends Variables, R>(declared: Declaration<V, R>): Provider<V, R> => ({
  ...declared,
  call: (functionName, input) => {
    const lookup = declared.functions.find((one) => one.functionName === functionName)
    return lookup === undefined
      ? Effect.fail(new InvalidInput({ message: `${declared.prefix} has no function ${functionName}.` }))
      : Effect.andThen(lookup.check(input), Effect.provide(lookup(input as never), declared.layer()))
  }
})

/** The token of a function (Spec C, p1). */
export const tokenOf = (prefix: string, functionName: string): string =>
  `${prefix}:index/${functionName}:${functionName}`
