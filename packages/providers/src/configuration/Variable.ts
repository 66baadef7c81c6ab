/** What a variable of a provider's configuration is: its values, its names in the environment, what absence means. */
import { type Redacted, type Schema } from "effect"

/** How values are checked, and how the text of an environment variable becomes one. */
export interface Kind<out A> {
  /** Completes the sentence "Expected …". */
  readonly expects: string
  /** Of the value as people write it; the package schema is made from it. */
  readonly schema: Schema.Codec<unknown>
  /** What the schema is to check; a text that is no such value stays a text, which the schema then refuses. */
  readonly fromText: (text: string) => unknown
  /** The value that programs read, from one that fits the schema. */
  readonly settle: (written: unknown) => A
  readonly secret: boolean
}

/** One variable. `A` includes `undefined` where it may stay absent. */
export interface Variable<out A> {
  /** Markdown. */
  readonly meaning: string
  /** Names in the environment, the first one that is set counts; none where the environment does not set it. */
  readonly environment: ReadonlyArray<string>
  readonly kind: Kind<unknown>
  readonly absent: "refused" | { readonly value: A }
  readonly deprecated: string | undefined
}

/** The variables of a provider by name. */
export type Variables = Readonly<Record<string, Variable<unknown>>>

/** Settled values by name. */
export type Settings<V extends Variables> = {
  readonly [Name in keyof V]: V[Name] extends Variable<infer A> ? A : never
}

type Written<A> = A extends Redacted.Redacted<infer Secret> ? A | Secret : A

/** What a program may give: every variable or none; secrets redacted or as they are. */
export type Given<V extends Variables> = {
  readonly [Name in keyof V]?: (V[Name] extends Variable<infer A> ? Written<A> : never) | undefined
}

interface Described {
  readonly meaning: string
  readonly environment?: ReadonlyArray<string>
  readonly deprecated?: string
}

const variable = <A>(
  kind: Kind<unknown>,
  { meaning, environment = [], deprecated }: Described,
  absent: Variable<A>["absent"]
): Variable<A> => ({ meaning, environment, kind, absent, deprecated })

/** A variable that has to be set. */
export const required = <A>(kind: Kind<A>, described: Described): Variable<A> => variable(kind, described, "refused")

/** A variable that may stay absent. */
export const optional = <A>(kind: Kind<A>, described: Described): Variable<A | undefined> =>
  variable<A | undefined>(kind, described, { value: undefined })

/** A variable with a value when nobody sets it. */
export const defaulted = <A>(kind: Kind<A>, value: A, described: Described): Variable<A> =>
  variable(kind, described, { value })

/** `requestTimeout` with the prefix `NETBOX_` is `NETBOX_REQUEST_TIMEOUT`. */
export const environmentName = (prefix: string, name: string): string =>
  prefix + name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
