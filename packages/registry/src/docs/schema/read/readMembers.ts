/** Reads resources and functions. */
import type { FunctionModel, Property, ResourceModel, TypeExpression } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { type Place, under } from "./Problems.ts"
import type { PropertiesReader } from "./readProperties.ts"
import type { TypeReader } from "./readType.ts"
import type { Fields, ValueReader } from "./values.ts"

/** The parameter that stands for the resource that a method is called on; callers don't pass it. */
const SELF = "__self__"

/** Every resource that is no component has one, and no schema lists it. */
const id: Property = {
  name: "id",
  type: { kind: "string" },
  required: true,
  replaceOnChanges: false,
  description: "The identifier that the provider gave to this resource.",
  deprecationMessage: undefined,
  names: new Map()
}

export interface MemberReader {
  readonly resource: (place: Place, token: Token, spec: Fields) => ResourceModel
  /** `isMethod` for a function that is called on a resource. */
  readonly function: (place: Place, token: Token, spec: Fields, isMethod: boolean) => FunctionModel
}

/** Whether an `outputs` is a bag of properties of its own, not a type. */
const isBag = (spec: Fields): boolean =>
  spec.properties !== undefined ||
  (spec.$ref === undefined &&
    spec.oneOf === undefined &&
    spec.additionalProperties === undefined &&
    (spec.type === undefined || spec.type === "object"))

export const memberReader = (
  values: ValueReader,
  readProperties: PropertiesReader,
  readType: TypeReader
): MemberReader => {
  const bag = (place: Place, value: unknown): ReadonlyArray<Property> => {
    const fields = values.fields(place, value) ?? {}
    return readProperties(
      under(place, "properties"),
      fields.properties,
      values.names(under(place, "required"), fields.required)
    )
  }

  const about = (place: Place, token: Token, spec: Fields) => ({
    token,
    description: values.text(under(place, "description"), spec.description) ?? "",
    deprecationMessage: values.text(under(place, "deprecationMessage"), spec.deprecationMessage)
  })

  const outputsOf = (place: Place, spec: Fields): Pick<FunctionModel, "outputs" | "returns"> => {
    const key = spec.returnType === undefined || spec.returnType === null ? "outputs" : "returnType"
    const here = under(place, key)
    const fields = values.fields(here, spec[key])
    if (fields === undefined || isBag(fields)) return { outputs: bag(here, fields), returns: undefined }
    const returns: TypeExpression = readType(here, fields)
    return { outputs: returns.kind === "object" ? returns.type.properties : [], returns }
  }

  return {
    resource: (place, token, spec) => {
      const required = values.names(under(place, "requiredInputs"), spec.requiredInputs)
      const inputs = readProperties(under(place, "inputProperties"), spec.inputProperties, required)
      const properties = bag(place, spec)
      const known = new Set(inputs.map(({ name }) => name))
      const hasId =
        values.flag(under(place, "isComponent"), spec.isComponent) || properties.some(({ name }) => name === "id")
      const outputs = properties.filter(({ name }) => !known.has(name))
      return {
        kind: "resource",
        ...about(place, token, spec),
        inputs,
        outputs: hasId ? outputs : [id, ...outputs],
        repeatedOutputs: properties.filter(({ name }) => known.has(name))
      }
    },
    function: (place, token, spec, isMethod) => {
      const inputs = bag(under(place, "inputs"), spec.inputs)
      return {
        kind: "function",
        ...about(place, token, spec),
        inputs: isMethod ? inputs.filter(({ name }) => name !== SELF) : inputs,
        ...outputsOf(place, spec)
      }
    }
  }
}
