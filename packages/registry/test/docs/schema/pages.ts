/** Pages of schemas, for tests. */
import { Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import type { PackageModel } from "../../../src/docs/schema/model/PackageModel.ts"
import { type PreparedDocs, prepareDocs } from "../../../src/docs/schema/pages/prepareDocs.ts"
import type { PreparedPage, PreparedProperty } from "../../../src/docs/schema/pages/PreparedPage.ts"
import { readPackage } from "../../../src/docs/schema/read/readPackage.ts"

/** Real packages; not part of the repository. */
const PACKAGES = new URL("../../../../../../shared/data/packages/", import.meta.url)

export const hasPackages = existsSync(PACKAGES)

/** The text of a real package's schema. */
export const schemaText = (name: string): string => readFileSync(new URL(`${name}/schema.json`, PACKAGES), "utf8")

export interface Prepared extends Omit<PreparedDocs, "pages"> {
  readonly model: PackageModel
  readonly pages: ReadonlyArray<PreparedPage>
}

/** Everything of a valid schema. */
export const prepare = (schema: unknown): Prepared => {
  const model = Result.getOrThrow(readPackage(schema))
  const docs = Result.getOrThrow(prepareDocs(model))
  return { model, pages: [...docs.pages], modules: docs.modules }
}

/** The problems of a schema, each as `place: message`; none for a valid one. */
export const problemsOf = (schema: unknown): ReadonlyArray<string> =>
  Result.match(readPackage(schema), {
    onSuccess: () => [],
    onFailure: (problems) => problems.map(({ attribute, customMessage }) => `${attribute ?? ""}: ${customMessage}`)
  })

/** The page of a token. */
export const pageOf = ({ pages }: Pick<Prepared, "pages">, token: string): PreparedPage => {
  const page = pages.find(({ typeToken }) => typeToken === token)
  if (page === undefined) throw new Error(`No page ${token}`)
  return page
}

/** Inputs, outputs and members of supporting types. */
export const allProperties = (page: PreparedPage): ReadonlyArray<PreparedProperty> => [
  ...page.inputs,
  ...page.outputs,
  ...page.supportingTypes.flatMap(({ properties = [] }) => properties)
]

/** References of a page that lead to none of its supporting types, to no page, and to no other package. */
export const danglingReferences = (prepared: Pick<Prepared, "pages">, page: PreparedPage): ReadonlyArray<string> => {
  const known = new Set([...prepared.pages, ...page.supportingTypes].map(({ typeToken }) => typeToken))
  return allProperties(page).flatMap(({ typeRef }) =>
    typeRef === null || typeRef.package !== undefined || known.has(typeRef.typeToken) ? [] : [typeRef.typeToken]
  )
}
