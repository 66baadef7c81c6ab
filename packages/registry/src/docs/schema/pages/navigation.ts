/** The modules of a package with what is in them (Spec A, Navigation response). */
import type { PackageModel } from "../model/PackageModel.ts"
import type { PageWriter } from "./PageWriter.ts"
import type { PreparedItem, PreparedModule } from "./PreparedPage.ts"

/** How the package itself is called among its modules. */
const ROOT = "index"

/** Modules in the order in which resources, then functions, first name them. */
export const prepareNavigation = (
  { functions, resources }: PackageModel,
  writer: PageWriter
): ReadonlyArray<PreparedModule> => {
  const modules = new Map<string, { name: string; resources: Array<PreparedItem>; functions: Array<PreparedItem> }>()
  for (const member of [...resources, ...functions]) {
    const name = member.token.module || ROOT
    const module = modules.get(name) ?? { name, resources: [], functions: [] }
    modules.set(name, module)
    const items = member.kind === "resource" ? module.resources : module.functions
    items.push({ typeToken: member.token.text, name: writer.name(member) })
  }
  return [...modules.values()]
}
