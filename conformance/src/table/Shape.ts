/** The words in which the operation table describes JSON bodies. Written for judging raw bodies; knows no operation. */

/** What a string has to look like beyond being one. */
export type Format = "timestamp" | "semver" | "url" | "base64"

/** A JSON value's shape. */
export type Shape =
  | { readonly kind: "string"; readonly format?: Format }
  | { readonly kind: "integer"; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "enum"; readonly values: ReadonlyArray<string> }
  | { readonly kind: "array"; readonly of: Shape }
  | { readonly kind: "map"; readonly of: Shape }
  | RecordShape

/** A JSON object with named fields; others are allowed and recorded. */
export interface RecordShape {
  readonly kind: "record"
  readonly name: string
  readonly fields: Readonly<Record<string, Field>>
}

/** A field of an object. */
export interface Field {
  readonly shape: Shape
  readonly required: boolean
  /** Whether the specification says that it may be null. */
  readonly nullable: boolean
}

export const string: Shape = { kind: "string" }
export const timestamp: Shape = { kind: "string", format: "timestamp" }
export const semver: Shape = { kind: "string", format: "semver" }
export const url: Shape = { kind: "string", format: "url" }
export const base64: Shape = { kind: "string", format: "base64" }
export const integer: Shape = { kind: "integer" }
export const count: Shape = { kind: "integer", minimum: 0 }
export const boolean: Shape = { kind: "boolean" }

/** One of these texts. */
export const oneOf = (...values: ReadonlyArray<string>): Shape => ({ kind: "enum", values })

export const arrayOf = (of: Shape): Shape => ({ kind: "array", of })

export const mapOf = (of: Shape): Shape => ({ kind: "map", of })

export const record = (name: string, fields: Readonly<Record<string, Field>>): RecordShape => ({
  kind: "record",
  name,
  fields
})

/** Present and not null in every body. */
export const required = (shape: Shape): Field => ({ shape, required: true, nullable: false })

/** Absent, or of the listed shape. */
export const optional = (shape: Shape): Field => ({ shape, required: false, nullable: false })

/** Absent, null or of the listed shape. */
export const nullable = (shape: Shape): Field => ({ shape, required: false, nullable: true })
