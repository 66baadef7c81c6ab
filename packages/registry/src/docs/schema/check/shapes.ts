/** Shapes of JSON values, put together from small ones. Knows no package schema. */
import { type Place, Problems, under } from "../read/Problems.ts"
import type { Fields } from "../read/values.ts"

/** Says what is wrong with a value at a place, to the problems. */
export type Shape = (problems: Problems, place: Place | undefined, value: unknown) => void

/** Characters of a key that problems show. */
const MAX_SHOWN = 200

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const keyed = (place: Place | undefined, key: string): Place => under(place, key.slice(0, MAX_SHOWN))

const simple =
  (is: (value: unknown) => boolean, expected: string): Shape =>
  (problems, place, value) => {
    if (!is(value)) problems.add(place, `Expected ${expected}`)
  }

export const text = simple((value) => typeof value === "string", "a text")
export const flag = simple((value) => typeof value === "boolean", "true or false")
export const scalar = simple(
  (value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean",
  "a text, a number, true or false"
)
export const anyObject = simple(isFields, "an object")

export const textOfAtMost = (most: number): Shape =>
  simple((value) => typeof value === "string" && value.length <= most, `a text of at most ${most} characters`)

/** Characters of a text of some form. Patterns are not matched with longer ones: on millions of characters they overflow. */
const MAX_LIKE = 512

const bounded = textOfAtMost(MAX_LIKE)

/** A text of a form that `expected` describes. */
export const textLike = (pattern: RegExp, expected: string): Shape => {
  const like = simple((value) => typeof value === "string" && pattern.test(value), expected)
  return (problems, place, value) => {
    const isLong = typeof value === "string" && value.length > MAX_LIKE
    return (isLong ? bounded : like)(problems, place, value)
  }
}

/** One of a few texts. */
export const oneOf = (...texts: ReadonlyArray<string>): Shape =>
  simple(
    (value) => texts.includes(value as string),
    texts.length === 1 ? `"${texts[0]}"` : `one of ${texts.join(", ")}`
  )

/** Nothing at all may stand here. */
export const absent =
  (reason: string): Shape =>
  (problems, place) =>
    problems.add(place, `Expected nothing ${reason}`)

/** A list of alike values. */
export const listOf =
  (element: Shape, least = 0): Shape =>
  (problems, place, value) => {
    if (!Array.isArray(value)) return problems.add(place, "Expected a list")
    if (value.length < least) problems.add(place, `Expected at least ${least} entries`)
    for (const [index, item] of value.entries()) element(problems, under(place, String(index)), item)
  }

/** An object whose values are alike; `key` is the shape of its keys. */
export const mapOf =
  (element: Shape, key?: Shape): Shape =>
  (problems, place, value) => {
    if (!isFields(value)) return problems.add(place, "Expected an object")
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue
      const here = keyed(place, name)
      key?.(problems, here, name)
      element(problems, here, value[name])
    }
  }

/** An object in which these fields, where they are there, have these shapes. Others are ignored, whatever they hold. */
export const object = (fields: Readonly<Record<string, Shape>>, required: ReadonlyArray<string> = []): Shape => {
  const shapes = Object.entries(fields)
  return (problems, place, value) => {
    if (!isFields(value)) return problems.add(place, "Expected an object")
    for (const name of required) {
      if (!Object.hasOwn(value, name)) problems.add(under(place, name), "Expected a value", "required")
    }
    for (const [name, shape] of shapes) {
      if (Object.hasOwn(value, name)) shape(problems, under(place, name), value[name])
    }
  }
}

/** An object of all of these shapes. */
export const both =
  (...shapes: ReadonlyArray<Shape>): Shape =>
  (problems, place, value) => {
    if (isFields(value)) for (const shape of shapes) shape(problems, place, value)
    else problems.add(place, "Expected an object")
  }

/** An object of a shape that its fields decide on. */
export const byFields =
  (choose: (fields: Fields) => Shape): Shape =>
  (problems, place, value) => {
    if (isFields(value)) choose(value)(problems, place, value)
    else problems.add(place, "Expected an object")
  }

/** A value of at least one of two shapes; where it is of neither, `chosen` says which one's problems are told. */
export const either =
  (first: Shape, second: Shape, chosen: (value: unknown) => Shape): Shape =>
  (problems, place, value) => {
    const fits = (shape: Shape): boolean => {
      const found = new Problems()
      shape(found, place, value)
      return found.list.length === 0
    }
    if (!fits(first) && !fits(second)) chosen(value)(problems, place, value)
  }

/** A shape that is defined further down. */
export const later =
  (shape: () => Shape): Shape =>
  (problems, place, value) =>
    shape()(problems, place, value)
