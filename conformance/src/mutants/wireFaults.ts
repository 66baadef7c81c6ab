/** What can be wrong in any answer: credentials, fields, statuses, headers. Knows the operation table only. */
import type { Operation } from "../table/Operation.ts"
import { matchOperation } from "../table/operations.ts"
import { isRecord, jsonOf } from "../wire/Exchange.ts"
import {
  type Answer,
  as,
  credentialOf,
  type Fault,
  type Hop,
  plainAnswer,
  queryOf,
  withBody,
  withQuery,
  type World
} from "./Mutant.ts"

/** Whether a request is for this operation. */
export const isFor = (hop: Hop, operation: Operation): boolean =>
  matchOperation(hop.method, hop.target)?.id === operation.id

/** A caller is taken for the administrator by one operation. */
export const trusts =
  (operation: Operation | undefined, who: (credential: string, world: World) => boolean) =>
  (): Fault =>
  (hop, next, world) =>
    (operation === undefined || isFor(hop, operation)) && who(credentialOf(hop), world)
      ? next(as(hop, world.admin))
      : next(hop)

const bearer = (token: string | undefined): string => (token === undefined ? "\0" : `Bearer ${token}`)

export const noCredential = (credential: string) => credential === ""

export const unknownCredential = (credential: string) => credential.includes("no-such-token")

export const identityIs =
  (name: "outsider" | "refresh" | "unprivileged") =>
  (credential: string, { configuration }: World): boolean =>
    credential === bearer(configuration.identities[name])

/** An identity is refused everywhere. */
export const refuses =
  (name: "admin" | "organizationToken") =>
  (): Fault =>
  (hop, next, { configuration }) =>
    credentialOf(hop) === bearer(configuration.identities[name])
      ? Promise.resolve(plainAnswer(401, { code: 401, message: "no" }))
      : next(hop)

/** Every answer of one operation with one status gets another. */
export const statusOf = (operation: Operation, from: number, to: number) => (): Fault => async (hop, next) => {
  const answer = await next(hop)
  if (!isFor(hop, operation) || answer.status !== from) return answer
  const body = jsonOf(answer)
  return {
    ...answer,
    status: to,
    text: isRecord(body) && to >= 400 ? JSON.stringify({ ...body, code: to }) : answer.text
  }
}

/** Changes a JSON value at a path such as `packages.*.name`; `undefined` takes it away. */
export const changeAt = (value: unknown, path: ReadonlyArray<string>, change: (value: unknown) => unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (key === "*") return Array.isArray(value) ? value.map((one) => changeAt(one, rest, change)) : value
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value
  const changed = changeAt(value[key], rest, change)
  return Object.fromEntries(Object.entries({ ...value, [key]: changed }).filter(([, one]) => one !== undefined))
}

/** One field of one operation's success is changed. */
export const field =
  (operation: Operation, path: ReadonlyArray<string>, change: (value: unknown) => unknown) =>
  (): Fault =>
  async (hop, next) => {
    const answer = await next(hop)
    if (!isFor(hop, operation) || answer.status !== operation.success.status) return answer
    return withBody(answer, changeAt(jsonOf(answer), path, change))
  }

/** A query parameter is overlooked. */
export const overlooks = (operation: Operation, name: string) => (): Fault => (hop, next) => {
  if (!isFor(hop, operation)) return next(hop)
  const query = queryOf(hop)
  query.delete(name)
  return next(withQuery(hop, query))
}

/** A query parameter is changed before it is looked at. */
export const rewrites =
  (operation: Operation, change: (query: URLSearchParams) => void) => (): Fault => (hop, next) => {
    if (!isFor(hop, operation)) return next(hop)
    const query = queryOf(hop)
    change(query)
    return next(withQuery(hop, query))
  }

/** Every answer that fits is changed. */
export const answers =
  (fits: (answer: Answer, hop: Hop) => boolean, change: (answer: Answer, hop: Hop) => Answer) =>
  (): Fault =>
  async (hop, next) => {
    const answer = await next(hop)
    return fits(answer, hop) ? change(answer, hop) : answer
  }
