/** Revoking access tokens: at once, for ever, on every connection, and by nobody else (Spec B, Access tokens, rows 3 and 6). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { tally, together } from "../laws/together.ts"
import type { Exchange } from "../wire/Exchange.ts"
import * as tokens from "./tokens.ts"

/** Requests at a time, each on a connection of its own. */
const CONNECTIONS = 16

const refusedEverywhere = (trial: Trial, answers: ReadonlyArray<Exchange>, why: string) => {
  if (answers.some(({ status }) => status !== 401))
    throw trial.violated(
      why,
      "401 on every connection",
      tally(answers),
      answers.find(({ status }) => status !== 401)
    )
}

/** Used on many connections, revoked, and used on all of them again. */
const atOnce = async (trial: Trial, owner: tokens.Owner) => {
  const token = await tokens.made(trial, owner)
  const before = await together(CONNECTIONS, () => tokens.use(trial, token))
  if (before.some(({ status }) => status !== 200))
    throw trial.inconclusive("REFUSED", `A new token was answered ${tally(before)}.`)
  trial.status(await trial.admin.delete(token.path), [204], "A token is revoked")
  trial.met()
  refusedEverywhere(
    trial,
    await together(CONNECTIONS, () => tokens.use(trial, token)),
    "A revoked token is refused at once"
  )
  return token
}

const unknownIds = ["00000000-0000-4000-8000-000000000000", "cf-no-such-token", "-1"]

const unknownIs404 = (owner: tokens.Owner) => async (trial: Trial) => {
  for (const id of unknownIds) {
    trial.met()
    trial.status(await trial.admin.delete(tokens.tokenPath(trial, owner, id)), [404], "There is no such token")
  }
  const token = await tokens.made(trial, owner)
  trial.needs(await trial.admin.delete(token.path), 204, "The deletion of a token")
  trial.status(await trial.admin.delete(token.path), [404], "Deleted once, it is not there")
}

export const revokeRules: ReadonlyArray<Rule> = [
  rule("TOK-026", async (trial) => void (await atOnce(trial, "organization"))),
  rule("TOK-027", async (trial) => void (await atOnce(trial, "user"))),
  rule("TOK-028", async (trial) => {
    const token = await atOnce(trial, "organization")
    for (const owner of tokens.owners) await tokens.made(trial, owner)
    await new Promise((resolve) => setTimeout(resolve, 300))
    refusedEverywhere(trial, [await tokens.use(trial, token)], "A revoked token stays refused")
  }),
  rule("TOK-029", unknownIs404("user")),
  rule("TOK-030", unknownIs404("organization")),
  rule(
    "TOK-031",
    async (trial) => {
      const personal = await tokens.made(trial, "user")
      trial.status(await trial.admin.delete(personal.path), [204], "A personal token can be deleted")
      const member = trial.as("member")
      const { id, path, value } = await tokens.madeRefresh(trial)
      trial.met()
      trial.status(await member.delete(path), [204], "A refresh token can be deleted")
      const after = (await tokens.list(member, "user")).some((one) => one["id"] === id)
      trial.same(after, false, "It is no longer listed")
      const traded = await trial.anonymous.post("/api/oauth/token", {
        grant_type: "refresh_token",
        refresh_token: value,
        audience: `urn:svc:org:${trial.organization}`
      })
      trial.refused(traded, "A deleted refresh token is worth nothing")
    },
    { requires: ["admin", "member", "organization", "hook:refreshToken"], turn: "alone" }
  ),
  rule("TOK-032", async (trial) => {
    for (let round = 0; round < 3; round += 1) {
      trial.nextCase()
      const token = await tokens.made(trial, "organization")
      const seen: Array<Exchange> = []
      const revocation = { endedAt: Infinity }
      const caller = async () => {
        for (let turn = 0; turn < 20 && !(revocation.endedAt < Infinity && turn > 10); turn += 1)
          seen.push(await tokens.use(trial, token))
      }
      const revoke = async () => {
        await tokens.use(trial, token)
        const answer = trial.status(await trial.admin.delete(token.path), [204], "A token is revoked under load")
        revocation.endedAt = answer.endedAt
      }
      await Promise.all([...Array.from({ length: CONNECTIONS }, caller), revoke()])
      seen.push(await tokens.use(trial, token))
      trial.met()
      const late = seen.find(({ startedAt, status }) => startedAt > revocation.endedAt && status !== 401)
      if (late !== undefined)
        throw trial.violated("No request that begins after the 204 succeeds", "401", `${late.status}`, late)
    }
  }),
  rule("TOK-033", async (trial) => {
    for (const owner of tokens.owners) {
      const token = await tokens.made(trial, owner)
      trial.met()
      const answers = await together(8, () => trial.admin.delete(token.path))
      for (const answer of answers) trial.status(answer, [204, 404], "A deletion succeeds or finds nothing")
      if (!answers.some(({ status }) => status === 204))
        throw trial.violated("One deletion succeeds", "a 204", tally(answers))
    }
  }),
  rule(
    "TOK-034",
    async (trial) => {
      for (const owner of tokens.owners) {
        const token = await tokens.made(trial, owner)
        const other = trial.as("outsider")
        const paths = [
          token.path,
          tokens.tokenPath(trial, "user", token.id),
          tokens.tokenPath(trial, "organization", token.id),
          tokens.tokenPath(trial, "organization", token.id, trial.otherOrganization)
        ]
        for (const path of paths) {
          trial.met()
          trial.refused(await other.delete(path), "Nobody deletes the tokens of others")
        }
        trial.status(await tokens.use(trial, token), [200], "The token still works")
      }
    },
    { requires: ["admin", "outsider", "otherOrganization"] }
  ),
  rule("CORE-022", async (trial) => {
    for (const owner of tokens.owners) {
      trial.nextCase()
      await atOnce(trial, owner)
    }
  })
]
