/** Prepares the documentation of a whole package: a page for each resource and function, and the navigation. */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result } from "effect"
import { languagesOf } from "../languages/languagesOf.ts"
import type { FunctionModel, NamedType, PackageModel, ResourceModel, TypeExpression } from "../model/PackageModel.ts"
import { Closures } from "./closure.ts"
import { prepareNavigation } from "./navigation.ts"
import { PageWriter } from "./PageWriter.ts"
import type { PreparedModule, PreparedPage } from "./PreparedPage.ts"
import { propertySize } from "./size.ts"

/**
 * About how many characters all pages of a package may take. Each lists every type that it leads to, so a small schema
 * could otherwise make pages without bound.
 */
export const MAX_DOCS_SIZE = 1_000_000_000

export interface PreparedDocs {
  /** One at a time, so that only one has to be in memory: the provider's, then resources and functions as in the schema. */
  readonly pages: Iterable<PreparedPage>
  readonly modules: ReadonlyArray<PreparedModule>
}

type Member = ResourceModel | FunctionModel

const typesOf = (member: Member): ReadonlyArray<TypeExpression> => [
  ...member.inputs.map(({ type }) => type),
  ...member.outputs.map(({ type }) => type),
  ...(member.kind === "resource" ? member.repeatedOutputs.map(({ type }) => type) : []),
  ...(member.kind === "function" && member.returns !== undefined ? [member.returns] : [])
]

const ownSize = (member: Member): number =>
  [...member.inputs, ...member.outputs].reduce(
    (sum, property) => sum + propertySize(property),
    member.description.length
  )

/** Fails when the pages would take more than `maxSize` characters. */
export const prepareDocs = (
  model: PackageModel,
  maxSize = MAX_DOCS_SIZE
): Result.Result<PreparedDocs, ReadonlyArray<ErrorDetail>> => {
  const closures = new Closures()
  const planned: Array<readonly [Member, ReadonlyArray<NamedType>]> = []
  let left = maxSize
  for (const member of [model.provider, ...model.resources, ...model.functions]) {
    left -= ownSize(member)
    const supporting = closures.of(typesOf(member), left)
    if (supporting === undefined || left < 0) {
      const customMessage = `Expected pages of at most ${maxSize} characters in all, with the types that each leads to`
      return Result.fail([{ resource: "schema", attribute: "types", errorType: "invalid", customMessage }])
    }
    left -= supporting.size
    planned.push([member, supporting.types])
  }
  const writer = new PageWriter(languagesOf(model))
  return Result.succeed({
    pages: {
      *[Symbol.iterator]() {
        for (const [member, types] of planned) yield writer.page(member, types)
      }
    },
    modules: prepareNavigation(model, writer)
  })
}
