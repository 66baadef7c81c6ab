/** The paging words of the wire (Spec A, Endpoints; open points, section 1). Reading and writing tokens is `PageTokens`. */
import { Schema, SchemaTransformation } from "effect"

/** An opaque token from an earlier page. Absent means the first page. */
export const ContinuationToken = Schema.String.pipe(Schema.check(Schema.isMaxLength(4096)))

/** An integer written in decimal digits in a query, from `minimum` to `maximum`; anything else is a 400. */
export const integerText = (minimum: number, maximum: number) =>
  Schema.String.pipe(
    Schema.check(
      Schema.isPattern(/^-?\d{1,15}$/, { message: `Expected an integer between ${minimum} and ${maximum}` })
    ),
    Schema.decodeTo(
      Schema.Int.pipe(
        Schema.check(
          Schema.isBetween({ minimum, maximum }, { message: `Expected an integer between ${minimum} and ${maximum}` })
        )
      ),
      SchemaTransformation.numberFromString
    )
  )

/** A page size in a query, an integer from 1 to `maximum`; out of range is a 400. */
export const pageSize = (maximum: number) => integerText(1, maximum)

/** `true` or `false` in a query; anything else is a 400. */
export const BooleanText = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true",
      encode: (flag) => (flag ? ("true" as const) : ("false" as const))
    })
  )
)
