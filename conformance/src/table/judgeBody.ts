/** Holds a raw JSON body against its shape in the table. Knows no rule: it names the kind of every deviation. */
import { isRecord } from "../wire/Exchange.ts"
import { matchesFormat } from "./formats.ts"
import type { Field, RecordShape, Shape } from "./Shape.ts"

/** What can be wrong with a value. */
export type DeviationKind =
  | "missing"
  | "null"
  | "type"
  | "enum"
  | "integer"
  | "range"
  | "format"
  | "optional"
  | "unknown"

/** One deviation, at a path such as `packages[0].name`. */
export interface Deviation {
  readonly kind: DeviationKind
  readonly path: string
  readonly expected: string
  readonly got: string
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 120)

const judgeInteger = (shape: Extract<Shape, { kind: "integer" }>, value: unknown, path: string) => {
  if (typeof value !== "number") return [{ kind: "type" as const, path, expected: "an integer", got: shown(value) }]
  if (!Number.isSafeInteger(value))
    return [{ kind: "integer" as const, path, expected: "an integral number in the safe range", got: shown(value) }]
  return value < (shape.minimum ?? -Infinity) || value > (shape.maximum ?? Infinity)
    ? [{ kind: "range" as const, path, expected: `from ${shape.minimum} to ${shape.maximum}`, got: shown(value) }]
    : []
}

const judgeText = (shape: Extract<Shape, { kind: "enum" | "string" }>, value: unknown, path: string) => {
  if (typeof value !== "string") return [{ kind: "type" as const, path, expected: "a string", got: shown(value) }]
  if (shape.kind === "enum")
    return shape.values.includes(value)
      ? []
      : [{ kind: "enum" as const, path, expected: `one of ${shape.values.join(", ")}`, got: shown(value) }]
  return shape.format === undefined || matchesFormat(shape.format, value)
    ? []
    : [{ kind: "format" as const, path, expected: `a ${shape.format}`, got: shown(value) }]
}

const judgeField = (field: Field, value: unknown, path: string): ReadonlyArray<Deviation> => {
  if (value === undefined)
    return field.required ? [{ kind: "missing", path, expected: "to be present", got: "nothing" }] : []
  if (value === null) {
    if (field.nullable) return []
    return [{ kind: field.required ? "null" : "optional", path, expected: "not null", got: "null" }]
  }
  return judgeValue(field.shape, value, path)
}

const judgeRecord = (shape: RecordShape, value: unknown, path: string): ReadonlyArray<Deviation> => {
  if (!isRecord(value)) return [{ kind: "type", path, expected: `a ${shape.name} object`, got: shown(value) }]
  const at = (name: string) => (path === "" ? name : `${path}.${name}`)
  return [
    ...Object.entries(shape.fields).flatMap(([name, field]) => judgeField(field, value[name], at(name))),
    ...Object.keys(value)
      .filter((name) => !Object.hasOwn(shape.fields, name))
      .map((name) => ({
        kind: "unknown" as const,
        path: at(name),
        expected: "a listed field",
        got: shown(value[name])
      }))
  ]
}

/** Every deviation of a value from its shape; none is conformance. */
export const judgeValue = (shape: Shape, value: unknown, path = ""): ReadonlyArray<Deviation> => {
  switch (shape.kind) {
    case "string":
    case "enum":
      return judgeText(shape, value, path)
    case "integer":
      return judgeInteger(shape, value, path)
    case "boolean":
      return typeof value === "boolean" ? [] : [{ kind: "type", path, expected: "a boolean", got: shown(value) }]
    case "array":
      return Array.isArray(value)
        ? value.flatMap((one, index) => judgeValue(shape.of, one, `${path}[${index}]`))
        : [{ kind: value === null ? "null" : "type", path, expected: "an array", got: shown(value) }]
    case "map":
      return isRecord(value)
        ? Object.entries(value).flatMap(([name, one]) => judgeValue(shape.of, one, `${path}.${name}`))
        : [{ kind: "type", path, expected: "an object", got: shown(value) }]
    case "record":
      return judgeRecord(shape, value, path)
  }
}
