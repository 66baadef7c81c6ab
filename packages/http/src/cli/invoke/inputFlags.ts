/** The flags of a function, from the inputs that its package schema describes. */
import { flagName, type FunctionSpec, type PackageSchema, type PropertySpec } from "@platform-control/providers/package"
import { Effect, Option } from "effect"
import { CliError, Flag } from "effect/cli"

type Value = string | number | boolean | object

const refOf = ({ $ref = "" }: PropertySpec): string => decodeURIComponent($ref.replace("#/types/", ""))

const enumOf = (schema: PackageSchema, property: PropertySpec): ReadonlyArray<string> | undefined => {
  const type = schema.types[refOf(property)]
  return type !== undefined && "enum" in type ? type.enum.map(({ value }) => String(value)) : undefined
}

/** `name=value` is how people write a filter; everything else is JSON. */
const parsed = (flag: string) => (text: string) => {
  const [, name, value] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(text) ?? []
  if (name !== undefined) return Effect.succeed<unknown>({ name, value })
  return Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new CliError.InvalidValue({ option: flag, value: text, expected: "JSON, or name=value", kind: "flag" })
  })
}

/** Each time the flag stands adds what it holds: one item, or a JSON array of them. */
const listFlag = (flag: string): Flag.Flag<Option.Option<Value>> =>
  Flag.String(flag).pipe(
    Flag.withMetavar("<name=value or JSON>"),
    Flag.mapEffect(parsed(flag)),
    Flag.atLeast(0),
    Flag.map((items) => (items.length === 0 ? Option.none() : Option.some(items.flat())))
  )

const valueFlag = (schema: PackageSchema, flag: string, property: PropertySpec): Flag.Flag<Value> => {
  const choices = enumOf(schema, property)
  if (choices !== undefined) return Flag.Literals(flag, choices)
  if (property.type === "string") return Flag.String(flag)
  if (property.type === "number" || property.type === "integer") return Flag.Finite(flag)
  if (property.type === "boolean") return Flag.Boolean(flag)
  return Flag.String(flag).pipe(
    Flag.withMetavar("<JSON>"),
    Flag.mapEffect(parsed(flag)),
    Flag.map((value) => value as Value)
  )
}

const isNumber = (schema: PackageSchema, property: PropertySpec): boolean => {
  const type = schema.types[refOf(property)]
  return type !== undefined && "enum" in type && type.type === "number"
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
        property.type === "array" ? listFlag(flag) : required ? Flag.map(one, Option.some) : Flag.optional(one)
      const numeric = isNumber(schema, property)
        ? Flag.map(made, (value) => Option.map(value, (text): Value => Number(text)))
        : made
      return [name, property.description === undefined ? numeric : Flag.withDescription(numeric, property.description)]
    })
  )
