/** Listing access tokens, and what they never show (Spec B, Access tokens, rows 1 and 4; AccessToken). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { loginOf } from "../services/services.ts"
import { judgeValue } from "../table/judgeBody.ts"
import { operationOf } from "../table/operations.ts"
import { type Exchange, jsonOf, objectOf } from "../wire/Exchange.ts"
import * as tokens from "./tokens.ts"

const types: ReadonlyArray<unknown> = ["personal", "refresh", "organization", "team"]

/** Keys under which somebody might show a value. */
const valueKeys = /^(?:token|tokenvalue|value|secret|hash|accesstoken|access_token|plaintext)$/i

const showsNoValue = (owner: tokens.Owner) => async (trial: Trial) => {
  const token = await tokens.made(trial, owner)
  const answer = trial.status(await trial.admin.get(tokens.pathOf(trial, owner)), [200], "The tokens can be listed")
  for (const entry of tokens.tokensOf(answer)) {
    trial.met()
    const found = Object.keys(entry).find((key) => valueKeys.test(key))
    if (found !== undefined) throw trial.violated("A list shows no value", "no such field", found, answer)
  }
  if (answer.text.includes(token.value)) throw trial.violated("A list shows no value", "no value", "a value", answer)
}

/** Milliseconds would be beyond this, seconds are not for three thousand years. */
const LAST_SECOND = 100_000_000_000

const elapsed = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** How long a use may take to be seen, in tries of a second. */
const TRIES = 8

/** The ids on each page. */
const pagesOf = async (trial: Trial, owner: tokens.Owner, maxResults: number) => {
  const pages: Array<ReadonlyArray<unknown>> = []
  let continuationToken: string | undefined
  do {
    const page = await trial.admin.get(tokens.pathOf(trial, owner), { maxResults, continuationToken })
    pages.push(tokens.tokensOf(trial.status(page, [200], "A page can be read")).map(({ id }) => id))
    const next = objectOf(page)["continuationToken"]
    continuationToken = typeof next === "string" ? next : undefined
    if (pages.length > 300) throw trial.violated("A walk ends", "at most 300 pages", "another token", page)
  } while (continuationToken !== undefined)
  return pages
}

export const listRules: ReadonlyArray<Rule> = [
  rule("TOK-020", async (trial) => {
    const made = []
    for (const owner of tokens.owners) made.push(await tokens.made(trial, owner))
    for (const token of made) {
      await tokens.use(trial, token)
      await tokens.holder(trial, token).get(`/api/orgs/${trial.organization}/tokens`, { filter: "cf-none" })
      await tokens.holder(trial, token).post("/api/user/tokens", { description: 7 })
      await tokens.list(trial.admin, token.owner)
      await trial.admin.delete(token.path)
      await tokens.use(trial, token)
      await trial.admin.delete(token.path)
    }
    trial.met()
    for (const exchange of trial.exchanges) {
      const said = [exchange.text, ...Object.values(exchange.headers).flat()].join("\n")
      const creates = exchange.request.method === "POST" && exchange.status === 200
      if (!creates && made.some(({ value }) => said.includes(value)))
        throw trial.violated("Only the creation shows the value", "no value", "a value", exchange)
    }
  }),
  rule("TOK-021", showsNoValue("organization")),
  rule("TOK-022", showsNoValue("user")),
  rule("TOK-035", async (trial) => {
    for (const owner of tokens.owners) {
      await tokens.made(trial, owner)
      const answer = trial.status(await trial.admin.get(tokens.pathOf(trial, owner)), [200], "The tokens can be listed")
      trial.met()
      const id = owner === "organization" ? "organizationTokens.list" : "userTokens.list"
      const found = judgeValue(operationOf(id).success.body!, jsonOf(answer)).find(({ kind }) => kind !== "unknown")
      if (found !== undefined)
        throw trial.violated("The answer is what the table says", `${found.path}: ${found.expected}`, found.got, answer)
    }
  }),
  rule("TOK-036", async (trial) => {
    const { active, after, filtered, token } = await tokens.expired(trial)
    trial.needs(after, 401, "The use of an expired token")
    const shows = (answer: Exchange) => tokens.tokensOf(answer).some(({ id }) => id === token.id)
    trial.status(active, [200], "The tokens can be listed")
    trial.note(`An expired token is ${shows(active) ? "" : "not "}listed without a filter.`)
    for (const [filter, answer] of filtered)
      if (answer.status !== 200) trial.refused(answer, `The filter ${filter} is known or refused`)
    const knowing = [...filtered].filter(([, answer]) => shows(answer)).map(([filter]) => filter)
    if (trial.isOurs) {
      trial.met()
      if (shows(active))
        throw trial.violated(
          "Without a filter no expired token is shown (open points, section 6)",
          "not listed",
          "listed"
        )
      if (!knowing.includes("all"))
        throw trial.violated("filter=all shows expired tokens (open points, section 6)", "listed", "not listed")
      return
    }
    // Nobody says which values there are, so another one than those that were tried may show it.
    if (knowing.length === 0)
      throw trial.inconclusive(
        "PREMISE_NEVER_MET",
        `None of the filters ${[...filtered.keys()].join(", ")} shows an expired token.`
      )
    trial.met()
  }),
  rule("TOK-037", async (trial) => {
    const expires = tokens.inSeconds(86_400)
    const token = await tokens.made(trial, "organization", { expires, description: `cf ${trial.context.name()}` })
    const all = (await tokens.list(trial.admin, "organization")).filter(({ id }) => id === token.id)
    trial.met()
    trial.same(
      all.map(({ admin, description, expires: until, name }) => ({ name, description, admin, expires: until })),
      [
        {
          name: token.body["name"],
          description: token.body["description"],
          admin: token.body["admin"],
          expires: token.body["expires"]
        }
      ],
      "It is listed once, as it was made"
    )
  }),
  rule("TOK-038", async (trial) => {
    for (const owner of tokens.owners) {
      const token = await tokens.made(trial, owner)
      trial.needs(await trial.admin.delete(token.path), 204, "The deletion of a token")
      trial.met()
      trial.same(await tokens.shown(trial, token), undefined, "A deleted token is not listed as active")
    }
  }),
  rule("TOK-039", async (trial) => {
    for (const owner of tokens.owners) {
      const token = await tokens.made(trial, owner)
      trial.met()
      trial.same((await tokens.shown(trial, token))?.["lastUsed"], 0, "It was never used")
    }
  }),
  rule("TOK-040", async (trial) => {
    const token = await tokens.made(trial, "organization")
    const { startedAt } = trial.needs(await tokens.use(trial, token), 200, "The use of a token")
    trial.met()
    const least = Math.floor((startedAt - trial.context.skewMillis) / 1000)
    for (let turn = 0; turn < TRIES; turn += 1) {
      if (Number((await tokens.shown(trial, token))?.["lastUsed"]) >= least) return
      await elapsed(1000)
    }
    throw trial.violated("The use is seen after some time", `lastUsed of ${least} at least`, "an earlier one")
  }),
  rule("TOK-041", async (trial) => {
    const login = await loginOf(trial, "admin")
    for (const owner of tokens.owners) {
      const token = await tokens.made(trial, owner)
      trial.met()
      trial.same((await tokens.shown(trial, token))?.["createdBy"], login, "It says who made it")
    }
  }),
  rule("TOK-042", async (trial) => {
    for (const admin of [true, false]) {
      const token = await tokens.made(trial, "organization", { admin })
      trial.met()
      trial.same((await tokens.shown(trial, token))?.["admin"], admin, "admin is read back as sent")
    }
  }),
  rule("TOK-043", async (trial) => {
    for (const owner of tokens.owners) {
      await tokens.made(trial, owner)
      for (const { type } of await tokens.list(trial.admin, owner)) {
        trial.met()
        if (type !== undefined && !types.includes(type))
          throw trial.violated("A type is one of four", types.join(", "), JSON.stringify(type))
      }
    }
  }),
  rule(
    "TOK-044",
    async (trial) => {
      const own = await tokens.made(trial, "user")
      const other = await tokens.made(trial, "user", {}, trial.as("unprivileged"))
      const organizations = await tokens.made(trial, "organization")
      const entries = await tokens.list(trial.admin, "user")
      trial.met()
      const ids = new Set(entries.map(({ id }) => id))
      trial.same(
        [own, other, organizations].map(({ id }) => ids.has(id)),
        [true, false, false],
        "The list has the caller's own tokens, and nobody else's"
      )
      const stranger = entries.find(({ type }) => type !== undefined && type !== "personal" && type !== "refresh")
      if (stranger !== undefined)
        throw trial.violated("The list has personal and refresh tokens", "no other type", String(stranger["type"]))
    },
    { requires: ["admin", "unprivileged"] }
  ),
  rule("TOK-045", async (trial) => {
    const word = trial.context.name()
    const found = await tokens.made(trial, "user", { description: `before ${word} after` })
    // Names of one run differ in their ends only, so no other name stands in it.
    const decoy = await tokens.made(trial, "user", { description: "decoy before after" })
    for (const filter of [word, word.slice(1, -1), `${word} aft`]) {
      trial.met()
      const ids = new Set((await tokens.list(trial.admin, "user", { filter })).map(({ id }) => id))
      trial.same([ids.has(found.id), ids.has(decoy.id)], [true, false], `What matches ${filter} is shown`)
    }
  }),
  rule("TOK-046", async (trial) => {
    await tokens.made(trial, "user")
    for (const filter of ["a", "conformance", "cf-no-such-word"]) {
      trial.met()
      const shown = async () => (await tokens.list(trial.admin, "user", { filter })).map(({ id }) => String(id))
      const before = await shown()
      const all = new Set((await tokens.list(trial.admin, "user")).map(({ id }) => String(id)))
      // Another rule may make one, or revoke one, in between.
      const after = new Set(await shown())
      const extra = before.find((id) => after.has(id) && !all.has(id))
      if (extra !== undefined) throw trial.violated("A filter invents nothing", "a subset", extra)
    }
  }),
  rule(
    "OUR-030",
    async (trial) => {
      for (const owner of tokens.owners) {
        for (let index = 0; index < 3; index += 1) await tokens.made(trial, owner)
        const whole = trial.status(
          await trial.admin.get(tokens.pathOf(trial, owner)),
          [200],
          "The tokens can be listed"
        )
        trial.same(objectOf(whole)["continuationToken"], undefined, "Without maxResults the list is whole", whole)
        const all = tokens.tokensOf(whole).map(({ id }) => id)
        for (const maxResults of [1, 2, 1000].filter((size) => all.length / size < 200)) {
          trial.nextCase()
          trial.met()
          const pages = await pagesOf(trial, owner, maxResults)
          trial.same(pages.flat(), all, `The pages of ${maxResults} joined are the list`)
          const larger = pages.find(({ length }) => length > maxResults)
          if (larger !== undefined)
            throw trial.violated("No page holds more than was asked for", `${maxResults}`, `${larger.length}`)
        }
      }
    },
    { turn: "alone" }
  ),
  rule("CORE-013", async (trial) => {
    const token = await tokens.made(trial, "organization", { expires: tokens.inSeconds(86_400) })
    await tokens.use(trial, token)
    for (const owner of tokens.owners)
      for (const entry of await tokens.list(trial.admin, owner))
        for (const field of ["lastUsed", "expires"]) {
          trial.met()
          const value = entry[field]
          if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > LAST_SECOND)
            throw trial.violated(`${field} is Unix seconds`, "an integer of seconds", JSON.stringify(value))
        }
  }),
  rule("CORE-023", async (trial) => {
    const { after, before } = await tokens.expired(trial)
    trial.needs(before, 200, "The use of a token before its expiry")
    trial.met()
    trial.status(after, [401], "A token past its expiry is refused")
    if (objectOf(after)["tokenValue"] !== undefined)
      throw trial.violated("A refusal shows no value", "no value", "a value", after)
  })
]
