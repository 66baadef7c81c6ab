/** What one setting is: its variable, its default, its meaning, and how its text is read. Knows no particular setting. */
import { Config, Effect, Option, Schema, SchemaIssue } from "effect"
import type { Kind } from "./kinds.ts"

/** The prefix of every variable. */
export const VARIABLE_PREFIX = "PLATFORM_CONTROL_"

/** One setting, as the configuration reads it and as the table of settings shows it. */
export interface Setting<out A> {
  /** The whole name of the environment variable. */
  readonly variable: string
  readonly expects: string
  /** Markdown: the default as one would write it, or in words what happens then. */
  readonly whenAbsent: string
  readonly meaning: string
  /** A secret's value is never printed, not even when it is refused. */
  readonly secret: boolean
  readonly config: Config.Config<A>
}

const invalid = (variable: string, expects: string) =>
  new Config.ConfigError(
    new Schema.SchemaError(
      new SchemaIssue.Pointer([variable], new SchemaIssue.InvalidValue({ message: `Expected ${expects}` }))
    )
  )

interface Described {
  /** Without the prefix. */
  readonly variable: string
  readonly otherwise: string
  readonly meaning: string
}

/** An empty variable counts as absent: container files often pass variables on that nobody has set. */
const make = <A, B>(
  kind: Kind<A>,
  options: Described,
  whenAbsent: string,
  absent: Option.Option<B>
): Setting<A | B> => {
  const variable = `${VARIABLE_PREFIX}${options.variable}`
  const config = Config.String(variable).pipe(
    Config.withDefault(""),
    Config.mapEffect((text): Effect.Effect<A | B, Config.ConfigError> => {
      const value: Option.Option<A | B> = text.trim() === "" ? absent : kind.parse(text.trim())
      return Option.isNone(value) ? Effect.fail(invalid(variable, kind.expects)) : Effect.succeed(value.value)
    })
  )
  return { variable, expects: kind.expects, whenAbsent, meaning: options.meaning, secret: kind.secret, config }
}

/** A setting whose default is a text of its own kind. */
export const setting = <A>(kind: Kind<A>, options: Described): Setting<A> =>
  make(kind, options, `\`${options.otherwise}\``, kind.parse(options.otherwise))

/** A setting that may stay absent; `otherwise` says in words what happens then. */
export const optional = <A>(kind: Kind<A>, options: Described): Setting<A | undefined> =>
  make(kind, options, options.otherwise, Option.some(undefined))
