/** Servers that hand out tokens and services in another way than ours, legally or not: what the suite makes of them, and leaves. */
import { assert, layer } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { ownServer } from "../../own/ownServer.ts"
import type { Configuration } from "../../src/config/Configuration.ts"
import type { Status } from "../../src/engine/Outcome.ts"
import {
  type Answer,
  as,
  credentialOf,
  type Fault,
  type Hop,
  pathOf,
  plainAnswer,
  queryOf,
  withBody,
  withQuery
} from "../../src/mutants/Mutant.ts"
import { textsOf } from "../../src/runs/Report.ts"
import { isRecord, jsonOf, objectOf } from "../../src/wire/Exchange.ts"
import { faulty, only, suite } from "../suite.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

type Json = Readonly<Record<string, unknown>>

const bodyOf = (hop: Hop): Json => objectOf({ text: hop.body })

const withJson = (hop: Hop, body: Json): Hop => ({ ...hop, body: JSON.stringify(body) })

const creates = (hop: Hop, what: "services" | "tokens"): boolean =>
  hop.method === "POST" && pathOf(hop).endsWith(`/${what}`)

const trades = (hop: Hop): boolean => pathOf(hop) === "/api/oauth/token"

const refused = (status: number, message: string) => Promise.resolve(plainAnswer(status, { code: status, message }))

const answering =
  (change: (body: Json) => Json): Fault =>
  async (hop, next) => {
    const answer = await next(hop)
    const body = jsonOf(answer)
    return isRecord(body) ? withBody(answer, change(body)) : answer
  }

const entriesOf = (change: (entry: Json) => Json): Fault =>
  answering((body) =>
    Array.isArray(body["tokens"])
      ? { ...body, tokens: body["tokens"].map((one: unknown) => (isRecord(one) ? change(one) : one)) }
      : body
  )

const halfPages: Fault = (hop, next) => {
  const query = queryOf(hop)
  const size = Number(query.get("maxResults"))
  if (!pathOf(hop).includes("/services") || !(size > 1 && size <= 1000)) return next(hop)
  query.set("maxResults", `${Math.ceil(size / 2)}`)
  return next(withQuery(hop, query))
}

/** Each refresh token buys once, and another one with it. */
const rotating = (): Fault => {
  const used = new Set<unknown>()
  const behind = new Map<unknown, unknown>()
  return async (hop, next) => {
    const body = bodyOf(hop)
    if (!trades(hop) || body["grant_type"] !== "refresh_token") return next(hop)
    const given = body["refresh_token"]
    const real = behind.get(given) ?? given
    if (used.has(given)) return refused(400, "used before")
    used.add(given)
    const answer = await next(withJson(hop, { ...body, refresh_token: real }))
    if (answer.status !== 200) return answer
    const another = `rotated-${randomUUID()}`
    behind.set(another, real)
    return withBody(answer, { ...objectOf(answer), refresh_token: another })
  }
}

/** What is past is made, and never works. */
const madeDead: Fault = async (hop, next) => {
  const { expires } = bodyOf(hop)
  const isPast = typeof expires === "number" && expires > 0 && expires < Date.now() / 1000
  if (!creates(hop, "tokens") || !isPast) return next(hop)
  const answer = await next(withJson(hop, { ...bodyOf(hop), expires: 0 }))
  await next({ ...hop, method: "DELETE", target: `${hop.target}/${String(objectOf(answer)["id"])}`, body: "" })
  return answer
}

const everybodyMay: Fault = async (hop, next, world) => {
  const answer = await next(hop)
  const { admin, member } = world.configuration.identities
  const isOwn = Object.values(world.configuration.identities).some((one) => credentialOf(hop) === `Bearer ${one}`)
  if (answer.status !== 403 || isOwn) return answer
  return next(as(hop, `Bearer ${hop.method === "GET" ? admin : member}`))
}

/** The rules with how they end. */
const ended = (status: Status, ...ids: ReadonlyArray<string>): Readonly<Record<string, Status>> =>
  Object.fromEntries(ids.map((id) => [id, status]))

const targets: Readonly<Record<string, readonly [Fault, Readonly<Record<string, Status>>]>> = {
  "without the type of a token": [
    entriesOf(({ type: _type, ...entry }) => entry),
    ended("PASS", "TOK-031", "TEX-010", "TEX-011", "TEX-014")
  ],
  "with pages of half the size": [halfPages, ended("PASS", "SVC-001", "SVC-049", "SVC-051", "SVC-053")],
  "with something else in every answer": [
    answering((body) => ({ ...body, requestId: randomUUID() })),
    ended("PASS", "SVC-016", "SVC-030", "SVC-033", "SVC-058", "CORE-024", "CORE-072")
  ],
  "without services for others": [
    (hop, next, { configuration }) =>
      creates(hop, "services") && credentialOf(hop) === `Bearer ${configuration.identities.admin}`
        ? bodyOf(hop)["ownerName"] === "cf-admin"
          ? next(hop)
          : refused(403, "not for others")
        : next(hop),
    ended("INCONCLUSIVE", "SVC-010")
  ],
  "that rotates refresh tokens": [
    rotating(),
    {
      ...ended("PASS", "TEX-002", "TEX-003", "TEX-004", "TEX-005", "TEX-012", "TEX-013", "TEX-017", "TEX-034"),
      ...ended("RECORDED", "TEX-035")
    }
  ],
  "with an hour for every exchange": [
    (hop, next) => (trades(hop) && Number(bodyOf(hop)["expiration"]) > 3600 ? refused(400, "too long") : next(hop)),
    ended("PASS", "TEX-006")
  ],
  "with tokens that are dead from the start": [madeDead, ended("PASS", "TOK-016", "TOK-052")],
  "with a field that tells why a token was revoked": [
    entriesOf((entry) => ({ ...entry, revoked_reason: null })),
    ended("PASS", "TOK-047")
  ],
  "whose outsider makes nothing": [
    (hop, next) =>
      hop.method === "POST" && /-other\/(?:tokens|services)$/.test(pathOf(hop)) ? refused(403, "no") : next(hop),
    ended("INCONCLUSIVE", "TOK-012", "SVC-011")
  ],
  "where everybody publishes and lists": [everybodyMay, ended("INCONCLUSIVE", "TEX-029", "TOK-049")],
  "with filters of other names": [
    (hop, next) => (queryOf(hop).has("filter") ? refused(400, "no such filter") : next(hop)),
    ended("INCONCLUSIVE", "TOK-036")
  ],
  "without filters": [
    (hop, next) => (queryOf(hop).has("filter") ? refused(501, "no filters") : next(hop)),
    ended("FAIL", "TOK-036")
  ],
  "that trades refresh tokens for any grant type": [
    (hop, next) => {
      const { grant_type, refresh_token } = bodyOf(hop)
      const isAny = trades(hop) && typeof grant_type === "string" && refresh_token !== undefined
      return next(isAny ? withJson(hop, { grant_type: "refresh_token", refresh_token }) : hop)
    },
    ended("FAIL", "TEX-017")
  ],
  "with exchanges of other types": [
    async (hop, next) => {
      const answer = await next(hop)
      return trades(hop) && answer.status === 200 ? withBody(answer, { ...objectOf(answer), scope: 7 }) : answer
    },
    ended("FAIL", "TEX-003")
  ]
}

/** What is there of everything that rules make here. */
const inventory = (configuration: Configuration) =>
  Effect.promise(async () => {
    const { identities, organization, otherOrganization, url } = configuration
    const ids = async (path: string, token = "") => {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      const { services, tokens }: Json = objectOf({ text: await response.text() })
      return [services, tokens]
        .flatMap((list) => (Array.isArray(list) ? list : []))
        .map((one: Json) => one["id"] ?? one["name"])
    }
    return Promise.all([
      ids(`/api/orgs/${organization}/tokens`, identities.admin),
      ids(`/api/orgs/${organization}/services`, identities.admin),
      ids(`/api/orgs/${otherOrganization}/tokens`, identities.outsider),
      ids("/api/user/tokens", identities.admin),
      ids("/api/user/tokens", identities.unprivileged),
      ids("/api/user/tokens", identities.member)
    ])
  })

const created: Fault = async (hop, next): Promise<Answer> => {
  const answer = await next(hop)
  return creates(hop, "tokens") && answer.status === 200 ? { ...answer, status: 201 } : answer
}

const untidy: Readonly<Record<string, readonly [Fault, ReadonlyArray<string>]>> = {
  "that answers creations of tokens with 201": [
    created,
    ["TOK-001", "TOK-002", "TOK-005", "TOK-010", "TOK-012", "TOK-018", "TOK-025", "TOK-044", "TOK-047"]
  ],
  "that needs no items": [
    (hop, next) =>
      creates(hop, "services") && !("items" in bodyOf(hop))
        ? next(withJson(hop, { ...bodyOf(hop), items: [] }))
        : next(hop),
    ["SVC-008"]
  ],
  "that trades no refresh token": [
    (hop, next) => (trades(hop) ? refused(503, "busy") : next(hop)),
    ["TEX-010", "TEX-011", "TEX-014", "TOK-031"]
  ],
  "that revokes no refresh token": [
    (hop, next) =>
      hop.method === "DELETE" && pathOf(hop).startsWith("/api/user/tokens/") ? failsOnce(hop, next) : next(hop),
    ["TEX-014", "TOK-031"]
  ]
}

/** The first deletion of each token is refused. */
const seen = new Set<string>()
const failsOnce = (hop: Hop, next: (hop: Hop) => Promise<Answer>): Promise<Answer> => {
  if (seen.has(hop.target)) return next(hop)
  seen.add(hop.target)
  return refused(403, "not now")
}

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("a target", (it) => {
    for (const [name, [fault, expected]] of Object.entries(targets))
      it.effect(
        name,
        () =>
          Effect.gen(function* () {
            const target = yield* faulty(yield* Target, fault)
            const report = yield* suite(target, { rules: only(...Object.keys(expected)), level: "derived" })
            assert.deepStrictEqual(
              Object.fromEntries(report.outcomes.map(({ rule, status }) => [rule, status])),
              expected,
              [...textsOf(report), ...report.outcomes.flatMap(({ notes }) => notes)].join("\n\n")
            )
            assert.deepStrictEqual(report.leaks, [])
          }),
        60_000
      )

    for (const [name, [fault, ids]] of Object.entries(untidy))
      it.effect(
        `${name} is left as it was`,
        () =>
          Effect.gen(function* () {
            const right = yield* Target
            const before = yield* inventory(right)
            const report = yield* suite(yield* faulty(right, fault), { rules: only(...ids), reproduce: 3 })
            assert.isFalse(report.outcomes.every(({ status }) => status === "PASS"))
            assert.deepStrictEqual(yield* inventory(right), before)
            assert.deepStrictEqual(report.leaks, [])
          }),
        60_000
      )
  })
