/** The whole operation table, and which operation a request is. */
import { docsTable } from "./docsTable.ts"
import { exchangeTable } from "./exchangeTable.ts"
import type { Operation } from "./Operation.ts"
import { policyTable } from "./policyTable.ts"
import { registryTable } from "./registryTable.ts"
import { serviceTable } from "./serviceTable.ts"
import { tokenTable } from "./tokenTable.ts"
import { userTable } from "./userTable.ts"

/** Every operation that the suite knows. */
export const operations: ReadonlyArray<Operation> = [
  ...userTable,
  ...tokenTable,
  ...serviceTable,
  ...registryTable,
  ...policyTable,
  ...docsTable,
  ...exchangeTable
]

/** The operation of this id; an unknown one is a fault of the suite. */
export const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`The table has no operation ${id}`)
  return found
}

/** A text as a regular expression that matches just it. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${escaped(operation.path).replaceAll(/\{\w+\}/g, "[^/?]+")}$`)
}))

/** The operation that a request line is for; HEAD counts as GET. */
export const matchOperation = (method: string, target: string): Operation | undefined => {
  const path = target.split("?", 1)[0] ?? ""
  const wanted = method === "HEAD" ? "GET" : method
  return patterns.find(({ operation, pattern }) => operation.method === wanted && pattern.test(path))?.operation
}

/** The path with its parameters filled in, each percent-encoded. */
export const pathOf = (operation: Operation, parameters: Readonly<Record<string, string>>): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""))
