/** Making access tokens (Spec B, Access tokens, rows 2 and 5; Limits). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { tally, together } from "../laws/together.ts"
import { isMade } from "./isMade.ts"
import * as tokens from "./tokens.ts"

const DAY = 86_400
const YEAR = 365 * DAY

/** A name of exactly so many characters that nobody has used. */
const nameOf = (trial: Trial, length: number): string => {
  const unique = trial.context.name()
  return length >= unique.length ? unique.padEnd(length, "n") : unique.slice(-length)
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/** Letters that hardly two runs have in common. */
const shortName = (trial: Trial, length: number): string =>
  Array.from(trial.context.name().slice(-9, -9 + length), (letter, index) =>
    LETTERS.charAt(((letter.codePointAt(0) ?? 0) + Date.now() + index * 7) % LETTERS.length)
  ).join("")

const withoutEach = (owner: tokens.Owner, fields: ReadonlyArray<string>) => async (trial: Trial) => {
  for (const field of fields) {
    const whole = owner === "organization" ? tokens.newToken(trial) : tokens.newPersonal(trial)
    const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))
    // The open points let a client leave these two out; strangers may go by the letter.
    const isOpen = field === "admin" || field === "expires"
    trial.met()
    const answer = await tokens.create(trial.admin, owner, body)
    if (isOpen) {
      trial.note(`A creation without ${field} is answered ${answer.status}.`)
      if (trial.isOurs) trial.status(answer, [200], `${field} may be absent (open points, section 6)`)
    } else trial.refused(answer, `A creation without ${field} is refused`)
  }
}

const bounds = async (trial: Trial, values: ReadonlyArray<unknown>, isGood: boolean, why: string) => {
  for (const expires of values) {
    trial.nextCase()
    trial.met()
    const answer = await tokens.create(trial.admin, "organization", tokens.newToken(trial, { expires }))
    if (isGood) isMade(trial, answer, `${why} (${String(expires)})`)
    else trial.refused(answer, `${why} (${String(expires)})`)
  }
}

/** How many characters all values have in common at their start, or at their end. */
const longestCommon = ([first = "", ...others]: ReadonlyArray<string>, side: "end" | "start" = "start"): number => {
  const at = (text: string, index: number) => text.at(side === "start" ? index : -1 - index)
  let length = 0
  while (length < first.length && others.every((one) => at(one, length) === at(first, length))) length += 1
  return length
}

const varies = async (trial: Trial, owner: tokens.Owner, count: number) => {
  const values: Array<string> = []
  for (let index = 0; index < count; index += 1) values.push((await tokens.made(trial, owner)).value)
  trial.met()
  if (new Set(values).size !== count)
    throw trial.violated("No two tokens have one value", `${count} values`, `${new Set(values).size}`)
  const prefix = longestCommon(values)
  const suffix = longestCommon(values, "end")
  const varying = values.map((one) => one.slice(prefix, one.length - suffix))
  const letters = new Set(varying.join("")).size
  const bits = Math.min(...varying.map(({ length }) => length)) * Math.log2(Math.max(letters, 2))
  if (bits < 128 || suffix > 2)
    throw trial.violated("A value can't be guessed", "128 bits that vary", `${Math.floor(bits)} bits, suffix ${suffix}`)
}

export const createRules: ReadonlyArray<Rule> = [
  rule("TOK-001", async (trial) => {
    trial.met()
    isMade(trial, await tokens.create(trial.admin, "organization", tokens.newToken(trial)), "A token is made")
  }),
  rule("TOK-002", async (trial) => {
    trial.met()
    isMade(trial, await tokens.create(trial.admin, "user", tokens.newPersonal(trial)), "A token is made")
  }),
  rule("TOK-003", withoutEach("organization", ["description", "name", "admin", "expires"])),
  rule("TOK-004", withoutEach("user", ["description", "expires"])),
  rule("TOK-005", async (trial) => {
    for (const length of [39, 40]) {
      trial.nextCase()
      trial.met()
      const body = tokens.newToken(trial, { name: nameOf(trial, length) })
      isMade(trial, await tokens.create(trial.admin, "organization", body), `A name of ${length} characters is taken`)
    }
    // Short names are soon used up for ever: one that somebody had before is a conflict, and nothing else.
    for (const length of [1, 2]) {
      trial.nextCase()
      trial.met()
      const body = tokens.newToken(trial, { name: shortName(trial, length) })
      const answer = await tokens.create(trial.admin, "organization", body)
      trial.status(answer, [200, 409], `A name of ${length} characters is taken, or was before`)
    }
  }),
  rule("TOK-006", async (trial) => {
    for (const length of [41, 100, 10_000]) {
      trial.nextCase()
      trial.met()
      const body = tokens.newToken(trial, { name: nameOf(trial, length) })
      const answer = trial.refused(
        await tokens.create(trial.admin, "organization", body),
        `A name of ${length} characters is refused`
      )
      if (trial.isOurs) trial.status(answer, [400], "It is a bad request (open points, section 6)")
    }
  }),
  rule("TOK-007", async (trial) => {
    for (const name of ["", "   "]) {
      trial.met()
      const answer = await tokens.create(trial.admin, "organization", tokens.newToken(trial, { name }))
      trial.refused(answer, `${JSON.stringify(name)} is no name`)
    }
  }),
  rule("TOK-008", async (trial) => {
    for (const [what, letter] of [
      ["of two bytes", "é"],
      ["of four bytes and two UTF-16 units", "\u{1F680}"]
    ] as const) {
      trial.met()
      const unique = trial.context.name().slice(-12)
      const name = unique + letter.repeat(40 - unique.length)
      const answer = await tokens.create(trial.admin, "organization", tokens.newToken(trial, { name }))
      trial.note(`A name of 40 characters, most of them ${what}, is answered ${answer.status}.`)
    }
  }),
  rule("TOK-009", async (trial) => {
    const { body } = await tokens.made(trial, "organization")
    trial.met()
    const answer = trial.refused(
      await tokens.create(trial.admin, "organization", body),
      "A name is given once in the organization"
    )
    if (trial.isOurs) trial.status(answer, [409], "It is a conflict (open points, section 6)")
  }),
  rule("TOK-010", async (trial) => {
    const { body, path } = await tokens.made(trial, "organization")
    trial.needs(await trial.admin.delete(path), 204, "The deletion of a token")
    trial.met()
    trial.refused(await tokens.create(trial.admin, "organization", body), "A name stays taken when its token is gone")
  }),
  rule("TOK-011", async (trial) => {
    for (const count of [2, 8]) {
      trial.nextCase()
      const body = tokens.newToken(trial)
      trial.met()
      const answers = await together(count, () => tokens.create(trial.admin, "organization", body))
      if (answers.filter(({ status }) => status === 200).length !== 1)
        throw trial.violated("Of parallel creations of one name one succeeds", "exactly one 200", tally(answers))
    }
  }),
  rule(
    "TOK-012",
    async (trial) => {
      const { body } = await tokens.made(trial, "organization")
      const there = (asked: tokens.Json) =>
        tokens.create(trial.as("outsider"), "organization", asked, { organization: trial.otherOrganization })
      trial.needs(await there(tokens.newToken(trial)), 200, "The creation of another token by the outsider")
      trial.met()
      const answer = await there(body)
      isMade(trial, answer, "Another organization may use the same name")
    },
    { requires: ["admin", "outsider", "otherOrganization"] }
  ),
  rule("TOK-013", (trial) =>
    bounds(trial, [tokens.inSeconds(60), tokens.inSeconds(2 * YEAR - 3600)], true, "A token of up to two years is made")
  ),
  rule("TOK-014", (trial) =>
    bounds(
      trial,
      [tokens.inSeconds(2 * YEAR + 2 * DAY), tokens.inSeconds(10 * YEAR), Date.now()],
      false,
      "A token of more than two years is refused"
    )
  ),
  rule("TOK-015", async (trial) => {
    const token = await tokens.made(trial, "organization", { expires: 0 })
    trial.met()
    trial.same((await tokens.shown(trial, token))?.["expires"], 0, "0 is read back as 0")
  }),
  rule("TOK-016", async (trial) => {
    for (const expires of [tokens.inSeconds(-60), 1]) {
      trial.nextCase()
      const body = tokens.newToken(trial, { expires })
      const answer = await trial.admin.send("POST", tokens.pathOf(trial, "organization"), { body })
      trial.met()
      const token = tokens.madeOf(trial.admin, "organization", answer, body)
      if (trial.isOurs) trial.status(answer, [400], "What is past is refused (open points, section 6)")
      if (token === undefined) trial.refused(answer, "An expiry that is past is refused")
      else trial.status(await tokens.use(trial, token), [401], "Or its token never works")
    }
  }),
  rule("TOK-017", (trial) => bounds(trial, [-1, 1.5], false, "What is no time is refused")),
  rule("TOK-018", async (trial) => {
    trial.met()
    const { expires: _, ...body } = tokens.newToken(trial)
    const answer = await trial.admin.send("POST", tokens.pathOf(trial, "organization"), { body })
    const token = tokens.madeOf(trial.admin, "organization", answer, body)
    const said = token === undefined ? undefined : (await tokens.shown(trial, token))?.["expires"]
    trial.note(`Without expires the answer is ${answer.status}${token === undefined ? "" : ` and ${String(said)}`}.`)
    trial.status(answer, trial.isOurs ? [200] : [200, 400], "It is refused or taken for 0")
    if (token !== undefined) trial.same(said, 0, "It is taken for 0")
  }),
  rule("TOK-019", async (trial) => {
    trial.met()
    const answer = await tokens.create(
      trial.admin,
      "user",
      tokens.newPersonal(trial, { expires: tokens.inSeconds(10 * YEAR) })
    )
    trial.note(`A personal token of ten years is answered ${answer.status}.`)
  }),
  rule("TOK-023", async (trial) => {
    const values = []
    for (let index = 0; index < 4; index += 1) values.push((await tokens.made(trial, "user")).value)
    trial.met()
    if (longestCommon(values) < 2 || new Set(values.map(({ length }) => length)).size > 1)
      throw trial.violated(
        "Values have one prefix and one length",
        "a common prefix",
        `${longestCommon(values)} characters`
      )
  }),
  rule("TOK-024", async (trial) => {
    for (const owner of tokens.owners) await varies(trial, owner, 12)
  }),
  rule("TOK-025", async (trial) => {
    for (const owner of tokens.owners) {
      const token = await tokens.made(trial, owner)
      trial.met()
      trial.status(await tokens.use(trial, token), [200], "A new token works at once")
    }
  })
]
