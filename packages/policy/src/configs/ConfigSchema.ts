/** Configuration schemas of policies: whether one is a JSON Schema that is safe to use, and what it says of a value. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv"
import { Effect, Result } from "effect"
import { hostileFault, patternsOf } from "./hostileFault.ts"
import { compilePattern, type PatternPurse } from "./pattern.ts"
import { isSchemaObject, type SchemaObject } from "./subschemas.ts"
import { treeFault, type TreeFault } from "./treeFault.ts"

const linearPattern = Object.assign(
  (text: string) => {
    const compiled = compilePattern(text)
    if (typeof compiled === "string") throw new Error(compiled)
    return compiled
  },
  { code: "linearPattern" }
)

const DRAFT_7 = "http://json-schema.org/draft-07/schema"

/**
 * Formats are remarks for people; keywords that draft 7 does not know are kept and mean nothing. A definition is compiled
 * once, however often it is referred to, and no check stands inside the one before: both would take the time of many schemas.
 * Schemas are compared with draft 7 where they come in, whatever they write as its address.
 */
const newAjv = () =>
  new Ajv({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    inlineRefs: false,
    allErrors: true,
    code: { regExp: linearPattern, optimize: false }
  })

/** Stops at the first fault. */
const ajv = new Ajv({ strict: false, validateFormats: false, logger: false })

const pathOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))

const toFault = (error: ErrorObject | undefined, otherwise: string): TreeFault => ({
  path: error === undefined ? [] : pathOf(error.instancePath),
  message: error?.message === undefined ? otherwise : `${error.message[0]?.toUpperCase()}${error.message.slice(1)}`
})

/** Ajv asks objects that it compares for their `valueOf` and `toString`, which in JSON are properties like any other. */
const incomparable: TreeFault = {
  path: [],
  message: "Objects that are to be compared can't have a property valueOf or toString"
}

/** Ajv leaves what is wrong with its judge. */
const faultBy = (
  judge: { readonly errors?: ReadonlyArray<ErrorObject> | null },
  verdict: () => unknown,
  otherwise: string
): TreeFault | undefined => {
  try {
    return verdict() === true ? undefined : toFault(judge.errors?.[0], otherwise)
  } catch {
    return incomparable
  }
}

const compile = (schema: object): Result.Result<ValidateFunction, TreeFault> => {
  // The cache of an instance would keep every schema for good.
  const compiler = newAjv()
  try {
    return Result.succeed(compiler.compile(schema))
  } catch (cause) {
    return Result.fail({ path: [], message: cause instanceof Error ? cause.message : String(cause) })
  }
}

/** Each takes up to some milliseconds, so others get their turn before each. */
const patternFault = Effect.fnUntraced(function* (schema: SchemaObject, purse: PatternPurse) {
  const patterns = patternsOf(schema)
  if ("message" in patterns) return patterns
  for (const { path, text } of patterns) {
    yield* Effect.yieldNow
    const compiled = compilePattern(text, purse)
    if (typeof compiled === "string") return { path, message: compiled }
  }
  return undefined
})

/**
 * The first fault of a configuration schema, and where it is; undefined for one that can be used. Its patterns are paid
 * from the purse, also when it has a fault. Compiles only these: the whole takes a hundred times as long, and is left to
 * whoever has a configuration to check.
 */
export const configSchemaFault = Effect.fnUntraced(function* (
  schema: unknown,
  purse: PatternPurse
): Effect.fn.Return<TreeFault | undefined> {
  const fault = treeFault(schema)
  if (fault !== undefined) return fault
  if (!isSchemaObject(schema)) return { path: [], message: "Expected an object" }
  const hostile = hostileFault(schema) ?? (yield* patternFault(schema, purse))
  if (hostile !== undefined) return hostile
  yield* Effect.yieldNow
  return faultBy(ajv, () => ajv.validate(DRAFT_7, schema), "Expected a JSON Schema")
})

/** The first fault of a configuration under a schema that was checked; undefined for one that is allowed. */
export const configFault = (schema: object, config: unknown): TreeFault | undefined => {
  const fault = treeFault(config)
  if (fault !== undefined) return fault
  const compiled = compile(schema)
  if (Result.isFailure(compiled)) return compiled.failure
  const { success: validate } = compiled
  return faultBy(validate, () => validate(config), "Expected another configuration")
}
