/** What the table knows of an answer: whatever else a target tells may differ each time. Knows no rule. */
import { operationOf } from "../table/operations.ts"
import type { Shape } from "../table/Shape.ts"
import { type Exchange, isRecord, jsonOf } from "../wire/Exchange.ts"

/** The fields that the shape has, in one order. */
const knownPart = (shape: Shape, value: unknown): unknown => {
  if (shape.kind === "array" && Array.isArray(value)) return value.map((one: unknown) => knownPart(shape.of, one))
  if (shape.kind === "map" && isRecord(value))
    return Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, knownPart(shape.of, one)])
  if (shape.kind === "record" && isRecord(value))
    return Object.entries(shape.fields).map(([name, field]) => [name, knownPart(field.shape, value[name])])
  return value
}

/** As text, for comparing two answers of an operation; the text of a refusal says nothing. */
export const knownText = (id: string, exchange: Exchange): string => {
  const { body, status } = operationOf(id).success
  if (exchange.status !== status) return `${exchange.status}`
  return body === undefined ? exchange.text : JSON.stringify(knownPart(body, jsonOf(exchange)))
}

/** The same of an object that stands in answers of an operation, by its fields in them. */
export const knownEntry = (id: string, list: string, entry: unknown): unknown => {
  const field = operationOf(id).success.body?.fields[list]?.shape
  return field?.kind === "array" ? knownPart(field.of, entry) : entry
}
