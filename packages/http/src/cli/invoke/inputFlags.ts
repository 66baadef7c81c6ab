/** The flags of a function, from the inputs that its package schema describes. */
import { flagName, type FunctionSpec, type PackageSchema, type PropertySpec } from "@platform-control/providers/package"
import { Effect, Option } from "effect"
import { CliError, Flag } from "effect/cli"

type Value = string | number | boolean | object

const refOf = ({ $ref = "" }: PropertySpec): string => decodeURIComponent($ref.replace("#/types/", ""))

const choiceFlag = (schema: PackageSchema, flag: string, property: PropertySpec): Flag.Flag<Value> | undefined => {
  const type = schema.types[refOf(property)]
  if (type === undefined || !("enum" in type)) return undefined
  const choice = Flag.Literals(
    flag,
    type.enum.map(({ value }) => String(value))
  )
  return type.type === "number" ? Flag.map(choice, Number) : choice
}

const json = (flag: string, text: string, expected: string): Effect.Effect<unknown, CliError.InvalidValue> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new CliError.InvalidValue({ option: flag, value: text, expected, kind: "flag" })
  })

/** A text stands for itself, `name=value` is how people write a filter; everything else is JSON. */
const itemOf = (flag: string, ofTexts: boolean) => (text: string) => {
  if (ofTexts && !text.startsWith("[")) return Effect.succeed<unknown>(text)
  const [, name, value] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(text) ?? []
  return name === undefined ? json(flag, text, "JSON, or name=value") : Effect.succeed<unknown>({ name, value })
}

/** Each time the flag stands adds what it holds: one item, or a JSON array of them. */
const listFlag = (flag: string, ofTexts: boolean): Flag.Flag<Option.Option<Value>> =>
  Flag.String(flag).pipe(
    Flag.withMetavar(ofTexts ? "<text>" : "<name=value or JSON>"),
    Flag.mapEffect(itemOf(flag, ofTexts)),
    Flag.atLeast(0),
    Flag.map((items) => (items.length === 0 ? Option.none() : Option.some(items.flat())))
  )

const valueFlag = (schema: PackageSchema, flag: string, property: PropertySpec): Flag.Flag<Value> => {
  const choice = choiceFlag(schema, flag, property)
  if (choice !== undefined) return choice
  if (property.type === "string") return Flag.String(flag)
  if (property.type === "number" || property.type === "integer") return Flag.Finite(flag)
  if (property.type === "boolean") return Flag.Boolean(flag)
  return Flag.String(flag).pipe(
    Flag.withMetavar("<JSON>"),
    Flag.mapEffect((text) => json(flag, text, "JSON")),
    Flag.map((value) => value as Value)
  )
}

/** A flag for each input, in the order of the schema; absent inputs are absent from what the flags give. */
export const inputFlags = (
  schema: PackageSchema,
  { inputs }: FunctionSpec
): Readonly<Record<string, Flag.Flag<Option.Option<Value>>>> =>
  Object.fromEntries(
    Object.entries(inputs?.properties ?? {}).map(([name, property]) => {
      const flag = flagName(name)
      const required = inputs?.required?.includes(name) === true
      const one = valueFlag(schema, flag, property)
      const made =
        property.type === "array"
          ? listFlag(flag, property.items?.type === "string")
          : required
            ? Flag.map(one, Option.some)
            : Flag.optional(one)
      return [name, property.description === undefined ? made : Flag.withDescription(made, property.description)]
    })
  )
