/** What can be wrong in entries of the package list and in dates. Knows no mutant. */
import { operationOf } from "../table/operations.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"
import { type Fault, type Hop, plainAnswer, queryOf, withBody, withQuery } from "./Mutant.ts"
import { wholeList } from "./repaging.ts"
import * as wire from "./wireFaults.ts"

export const list = operationOf("registry.list")

/** Every entry of every list is changed. */
export const entries = (change: (entry: Readonly<Record<string, unknown>>, hop: Hop) => unknown) =>
  wire.answers(
    (answer, hop) => answer.status === 200 && wire.isFor(hop, list),
    (answer, hop) => {
      const body = objectOf(answer)
      const found = body["packages"]
      return withBody(answer, {
        ...body,
        packages: Array.isArray(found) ? found.flatMap((one) => (isRecord(one) ? change(one, hop) : one)) : found
      })
    }
  )

/** The name is only a beginning. */
export const namePrefix = (): Fault => async (hop, next) => {
  const name = queryOf(hop).get("name")
  if (!wire.isFor(hop, list) || name === null) return next(hop)
  const query = queryOf(hop)
  query.delete("name")
  const all = await wholeList(withQuery(hop, query), next)
  return plainAnswer(200, { packages: all.filter((one) => String(one["name"]).startsWith(name)) })
}

/** The same, an hour older. */
export const hourEarlier = (body: Readonly<Record<string, unknown>>) => ({
  ...body,
  createdAt: new Date(Date.parse(String(body["createdAt"])) - 3_600_000).toISOString()
})
