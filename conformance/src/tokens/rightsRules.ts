/** What tokens may do, and what a refused creation leaves (Spec B, Access tokens, row 2; Authentication). */
import { rule, type Rule } from "../engine/Rule.ts"
import { isMade } from "./isMade.ts"
import * as tokens from "./tokens.ts"

/** Everything that is refused for what it says. */
const refusable: ReadonlyArray<tokens.Json> = [
  { name: "n".repeat(41) },
  { expires: tokens.inSeconds(10 * 365 * 86_400) },
  { expires: "soon" },
  { description: 7 },
  { roleID: "cf-no-such-role" }
]

export const rightsRules: ReadonlyArray<Rule> = [
  rule("TOK-047", async (trial) => {
    const word = trial.context.name()
    const reason = `cf & "reason"? ${word}`
    for (const owner of tokens.owners) {
      const body = owner === "organization" ? tokens.newToken(trial) : tokens.newPersonal(trial)
      const answer = await trial.admin.send("POST", tokens.pathOf(trial, owner), { body, query: { reason } })
      const token = tokens.madeOf(trial.admin, owner, answer, body)
      isMade(trial, answer, "A reason may be given")
      if (token === undefined) continue
      trial.met()
      const entry = await tokens.shown(trial, token)
      trial.same(entry?.["description"], body["description"], "The reason alters nothing")
      if (JSON.stringify(entry).includes(word))
        throw trial.violated("The reason is in no list", "no reason", JSON.stringify(entry))
    }
  }),
  rule(
    "TOK-048",
    async (trial) => {
      trial.met()
      const answer = await tokens.create(
        trial.as("unprivileged"),
        "organization",
        tokens.newToken(trial, { admin: true })
      )
      trial.refused(answer, "Who is no administrator makes no administrator's token")
    },
    { requires: ["admin", "unprivileged"] }
  ),
  rule("TOK-049", async (trial) => {
    const path = tokens.pathOf(trial, "organization")
    const admin = await tokens.made(trial, "organization", { admin: true })
    trial.needs(await tokens.holder(trial, admin).get(path), 200, "What an administrator may do with a token")
    const plain = await tokens.made(trial, "organization", { admin: false })
    const answer = await tokens.holder(trial, plain).get(path)
    // Elsewhere listing may be for everybody who belongs to the organization.
    if (answer.status === 200 && !trial.isOurs)
      throw trial.inconclusive(
        "PREMISE_NEVER_MET",
        "This target has no administrators' operation that the suite knows."
      )
    trial.met()
    trial.refused(answer, "A token without admin is no administrator")
  }),
  rule("TOK-050", async (trial) => {
    for (const roleID of ["cf-no-such-role", "", "toString"]) {
      trial.met()
      const answer = await tokens.create(trial.admin, "organization", tokens.newToken(trial, { roleID }))
      trial.refused(answer, `There is no role ${JSON.stringify(roleID)}`)
    }
  }),
  rule(
    "TOK-051",
    async (trial) => {
      const { token } = await trial.hook("orphanedToken", { organization: trial.organization })
      trial.met()
      trial.status(
        await tokens.use(trial, { value: token }),
        [200],
        "A token of the organization goes on working when whoever made it has left"
      )
    },
    { requires: ["organization", "hook:orphanedToken"] }
  ),
  rule("TOK-052", async (trial) => {
    for (const wrong of refusable) {
      trial.nextCase()
      const body = tokens.newToken(trial)
      trial.refused(await tokens.create(trial.admin, "organization", { ...body, ...wrong }), "It is refused")
      trial.met()
      const names = (await tokens.list(trial.admin, "organization")).map(({ name }) => name)
      if (names.includes(body["name"]))
        throw trial.violated("What is refused is not listed", "no such name", String(body["name"]))
      isMade(trial, await tokens.create(trial.admin, "organization", body), "A refused creation leaves its name free")
    }
  })
]
