/**
 * Imports a small package on the server's own thread: that takes less than handing it over to another one. What may turn
 * out to be more than small is left to a thread. Loaded when something is first published.
 */
import { Effect, Option, Result } from "effect"
import { importPackage, type ImportOrder, type OtherPackages } from "./importPackage.ts"
import type { Imported } from "./ImportThreads.ts"
import { readImport } from "./readImport.ts"
import { SchemaText } from "./SchemaText.ts"

/** Resources, functions and types together: each is read before it is known how much it makes. */
const MAX_MEMBERS = 50

/** Characters of all pages together. Each lists every type that it leads to, so a small schema can make large ones. */
const MAX_DOCS_SIZE = 50_000

const membersOf = (schema: unknown): number =>
  typeof schema === "object" && schema !== null
    ? ["resources", "functions", "types"].reduce((sum, name) => {
        const members = (schema as Readonly<Record<string, unknown>>)[name]
        return sum + (typeof members === "object" && members !== null ? Object.keys(members).length : 0)
      }, 0)
    : 0

/** Nothing when it is not small, or something is wrong with it. */
export const importHere = Effect.fnUntraced(function* (
  order: ImportOrder,
  schema: Uint8Array,
  identify: (names: ReadonlyArray<string>) => Effect.Effect<OtherPackages>
): Effect.fn.Return<Option.Option<Imported>> {
  const text = new SchemaText()
  text.add(schema)
  const parsed = text.parse()
  if (Result.isFailure(parsed) || membersOf(parsed.success) > MAX_MEMBERS) return Option.none()
  const read = readImport(parsed.success, order.version, MAX_DOCS_SIZE)
  if (Result.isFailure(read)) return Option.none()
  const { metadata, otherPackages } = read.success
  const others = otherPackages.length === 0 ? {} : yield* identify(otherPackages)
  const first = importPackage(order, read.success, others).next()
  return first.done === true && Result.isSuccess(first.value)
    ? Option.some({ schema: metadata, rest: first.value.success })
    : Option.none()
})
