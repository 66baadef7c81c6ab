/** The parts of an OpenAPI 3.1 document that a package schema is made from; everything else is ignored. */
import { Schema } from "effect"

/** A JSON Schema as far as OpenAPI documents of this project use it. */
export interface ApiSchema {
  readonly type?: string
  readonly description?: string
  readonly $ref?: string
  readonly enum?: ReadonlyArray<string | number | boolean | null>
  readonly const?: string | number | boolean
  readonly properties?: { readonly [name: string]: ApiSchema }
  readonly required?: ReadonlyArray<string>
  readonly items?: ApiSchema | boolean
  readonly additionalProperties?: ApiSchema | boolean
  readonly anyOf?: ReadonlyArray<ApiSchema>
  readonly oneOf?: ReadonlyArray<ApiSchema>
  readonly allOf?: ReadonlyArray<ApiSchema>
}

const text = Schema.optionalKey(Schema.String)
const nested = Schema.suspend((): Schema.Codec<ApiSchema> => ApiSchema)
const list = Schema.optionalKey(Schema.Array(nested))

const ApiSchema: Schema.Codec<ApiSchema> = Schema.Struct({
  type: text,
  description: text,
  $ref: text,
  enum: Schema.optionalKey(Schema.Array(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null]))),
  const: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])),
  properties: Schema.optionalKey(Schema.Record(Schema.String, nested)),
  required: Schema.optionalKey(Schema.Array(Schema.String)),
  items: Schema.optionalKey(Schema.Union([nested, Schema.Boolean])),
  additionalProperties: Schema.optionalKey(Schema.Union([nested, Schema.Boolean])),
  anyOf: list,
  oneOf: list,
  allOf: list
})

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.String,
  required: Schema.optionalKey(Schema.Boolean),
  description: text,
  schema: Schema.optionalKey(ApiSchema)
})

const Operation = Schema.Struct({
  summary: text,
  description: text,
  deprecated: Schema.optionalKey(Schema.Boolean),
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  responses: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        content: Schema.optionalKey(
          Schema.Record(Schema.String, Schema.Struct({ schema: Schema.optionalKey(ApiSchema) }))
        )
      })
    )
  )
})
export type Operation = typeof Operation.Type

/** Reading operations by path, and the schemas that they refer to. */
export const ApiDocument = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Struct({ get: Schema.optionalKey(Operation) })),
  components: Schema.optionalKey(
    Schema.Struct({ schemas: Schema.optionalKey(Schema.Record(Schema.String, ApiSchema)) })
  )
})
export type ApiDocument = typeof ApiDocument.Type
