/** How many examples are answered, which and in which order (Spec A, Registry; Spec A, Limits). */
import fc from "fast-check"
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { objectOf, type Exchange } from "../../wire/Exchange.ts"
import { type Documented, documented, type Entry, examples, partPath } from "./documented.ts"
import { allExamples, DEFAULT, examplesOf, matches, MOST, totalOf } from "./exampleLists.ts"
import { NO_VERSION, noLanguages } from "./pageRules.ts"

type Query = Readonly<Record<string, number | string | undefined>>

const read = async (trial: Trial, at: Documented, query: Query): Promise<Exchange> =>
  trial.status(await examples(trial.admin, at, query), [200], `${JSON.stringify(query)} is answered`)

/** The package, with at least so many examples. */
const withExamples = async (trial: Trial, least: number): Promise<Documented> => {
  const at = await documented(trial)
  const count = Number(totalOf(await read(trial, at, { limit: MOST })))
  if (count < least)
    throw trial.inconclusive("PREMISE_NEVER_MET", `The package has ${count} examples, which are fewer than ${least}.`)
  return at
}

const holds =
  (trial: Trial, limits: ReadonlyArray<number | undefined>, expected: (limit: number | undefined) => number) =>
  async (at: Documented) => {
    for (const limit of limits) {
      trial.nextCase()
      trial.met()
      const answer = await read(trial, at, { limit })
      trial.same(examplesOf(answer).length, expected(limit), `limit=${limit ?? "nothing"} decides how many`, answer)
    }
  }

const limitRules: ReadonlyArray<Rule> = [
  rule("REG-088", async (trial) => holds(trial, [undefined], () => DEFAULT)(await withExamples(trial, DEFAULT + 1))),
  rule("REG-089", async (trial) => holds(trial, [101, 1000, 2 ** 53], () => MOST)(await withExamples(trial, MOST + 1))),
  rule("REG-090", async (trial) =>
    holds(trial, [1, 2, 99, 100], (limit) => limit ?? 0)(await withExamples(trial, MOST))
  ),
  rule("REG-091", async (trial) => {
    const at = await documented(trial)
    for (const limit of [0, -1]) {
      trial.nextCase()
      trial.met()
      const answer = await examples(trial.admin, at, { limit })
      trial.note(`limit=${limit} is answered ${answer.status}.`)
      trial.status(answer, trial.isOurs ? [400] : [200, 400], "A limit below 1 is refused or taken for another")
    }
  }),
  rule("REG-092", async (trial) => {
    const at = await withExamples(trial, 6)
    for (const q of [undefined, String((await allExamples(trial))[0]?.["typeToken"])]) {
      trial.nextCase()
      const totals: Array<unknown> = []
      for (const limit of [1, 5, MOST]) totals.push(totalOf(await read(trial, at, { limit, q })))
      trial.met()
      trial.same(
        totals,
        totals.map(() => totals.at(-1)),
        "totalCount is counted before the limit"
      )
    }
  }),
  rule("REG-093", async (trial) => {
    const at = await withExamples(trial, 6)
    for (const q of [undefined, "a", "view 1", "zz-nothing"])
      for (const limit of [1, 7, MOST, 500]) {
        trial.nextCase()
        trial.met()
        const answer = await read(trial, at, { limit, q })
        const length = Math.min(limit, MOST, Number(totalOf(answer)))
        trial.same(examplesOf(answer).length, length, "As many as match, up to the limit", answer)
      }
  })
]

/** What stands for other letters where searches are patterns. */
const WILDCARDS: ReadonlyArray<string> = ["%", "_", "*", ".", "?", "\\", "V__w", "V%1", "'", "["]

/** Whether the first sorts behind the second in every order that text can be meant to have. */
const isBehind = (first: string, second: string): boolean =>
  first > second && first.toLowerCase() > second.toLowerCase() && first.localeCompare(second, "en") > 0

const isSorted = (trial: Trial, answer: Exchange) => {
  const tokens = examplesOf(answer).map(({ typeToken }) => String(typeToken))
  const behind = tokens.find((token, index) => index > 0 && isBehind(tokens[index - 1] ?? "", token))
  if (behind !== undefined)
    throw trial.violated("Examples are sorted by type token", "ascending tokens", tokens.join(" "), answer)
  const again = tokens.find((token, index) => token !== tokens[index - 1] && tokens.indexOf(token) !== index)
  if (again !== undefined)
    throw trial.violated("The examples of one type token stand together", "each token once in a row", again, answer)
}

/** Our own package is known letter by letter: each token's titles stand as its description has them. */
const isInPlace = (trial: Trial, at: Documented, answer: Exchange) => {
  for (const member of at.known?.modules.flat() ?? []) {
    const titles = examplesOf(answer)
      .filter(({ typeToken }) => typeToken === member.typeToken)
      .map(({ title }) => title)
    const known = member.examples.map(({ title }) => Array.from(title).slice(0, 100).join(""))
    const seen = titles.map((title) => Array.from(String(title)).slice(0, 100).join(""))
    // Which code counts as an example is not stated; where it is counted alike, the order has to be alike.
    if (trial.isOurs || seen.toSorted().join("\n") === known.slice(0, seen.length).toSorted().join("\n"))
      trial.same(seen, known.slice(0, seen.length), "One type token's examples stand in their position", answer)
  }
}

/** A text in any case, as drawn. */
export const inAnyCase = (text: string, bits: ReadonlyArray<boolean>): string =>
  Array.from(text)
    .map((letter, index) => (bits[index % bits.length] === true ? letter.toUpperCase() : letter.toLowerCase()))
    .join("")

/** The case of these letters can be changed to and fro, so that nobody disagrees about what is equal in any case. */
const isPlain = (text: string) => /^[\x20-\x7e]+$/.test(text)

const drawn = async (
  trial: Trial,
  body: (q: string, all: ReadonlyArray<Entry>, from: Entry, at: Documented) => Promise<void>
) => {
  const at = await documented(trial)
  const all = await allExamples(trial)
  const titled = all.filter(({ title }) => isPlain(String(title)))
  const pool = titled.length > 0 ? titled : all
  await trial.check(
    [
      fc.nat(pool.length - 1),
      fc.boolean(),
      fc.nat(200),
      fc.integer({ min: 3, max: 40 }),
      fc.array(fc.boolean(), { minLength: 1 })
    ],
    async (index, byTitle, start, length, bits) => {
      // The pool has as many as were drawn from.
      const from = pool[index]!
      const text = String(from[byTitle && titled.length > 0 ? "title" : "typeToken"])
      const begin = start % Math.max(1, text.length - length)
      await body(inAnyCase(text.slice(begin, begin + length), bits), all, from, at)
    },
    12
  )
}

const searchRules: ReadonlyArray<Rule> = [
  rule("REG-094", async (trial) => {
    const at = await withExamples(trial, 6)
    const whole = await read(trial, at, { limit: MOST })
    trial.met()
    isSorted(trial, whole)
    isInPlace(trial, at, whole)
    for (const limit of [1, 5, DEFAULT]) {
      trial.nextCase()
      const answer = await read(trial, at, { limit })
      const ids = (of: Exchange) => examplesOf(of).map(({ id }) => id)
      trial.same(ids(answer), ids(whole).slice(0, limit), "Fewer examples are the first ones of more", answer)
    }
  }),
  rule("REG-095", (trial) =>
    drawn(trial, async (q, _all, from, at) => {
      trial.met()
      const answer = await read(trial, at, { q, limit: MOST })
      const found = examplesOf(answer)
      const stray = found.find((one) => !matches(one, q))
      if (stray !== undefined)
        throw trial.violated(
          `What is found has ${JSON.stringify(q)}`,
          "in title or type token, in any case",
          String(stray["id"]),
          answer
        )
      if (found.length < MOST && !found.some(({ id }) => id === from["id"]))
        throw trial.violated(
          `${JSON.stringify(q)} finds what it was taken from`,
          String(from["id"]),
          `${found.length} others`,
          answer
        )
    })
  ),
  rule("REG-096", async (trial) => {
    const counts = async (q: string, all: ReadonlyArray<Entry>, at: Documented) => {
      trial.met()
      const answer = await read(trial, at, { q, limit: MOST })
      const count = all.filter((one) => matches(one, q)).length
      trial.same(totalOf(answer), count, `totalCount is how many have ${JSON.stringify(q)}`, answer)
    }
    await drawn(trial, (q, all, _from, at) => counts(q, all, at))
    const [all, at] = [await allExamples(trial), await documented(trial)]
    for (const q of WILDCARDS) {
      trial.nextCase()
      await counts(q, all, at)
    }
  }),
  rule("REG-097", async (trial) => {
    const at = await documented(trial)
    const reserved = (await allExamples(trial)).filter(({ title }) => /[%+&=]|[^\x20-\x7e]/.test(String(title)))
    for (const { id, title } of reserved) {
      const [text, half] = [String(title), String(title).slice(2)]
      for (const rawQuery of [text, half].map((q) => `limit=${MOST}&q=${encodeURIComponent(q)}`)) {
        trial.nextCase()
        trial.met()
        const answer = trial.status(
          await trial.admin.send("GET", partPath(at.id, "examples"), { rawQuery }),
          [200],
          "An encoded search is answered"
        )
        const found = examplesOf(answer).map((one) => one["id"])
        if (!found.includes(id))
          throw trial.violated(
            `${JSON.stringify(text)} is searched literally`,
            String(id),
            found.join(" ") || "nothing",
            answer
          )
      }
    }
    const none = await read(trial, at, { q: "%25" })
    trial.same(
      examplesOf(none).filter((one) => !matches(one, "%25")),
      [],
      "A percent sign is decoded once",
      none
    )
  })
]

const refusalRules: ReadonlyArray<Rule> = [
  rule("REG-098", async (trial) => {
    const at = await documented(trial)
    trial.met()
    const go = await read(trial, at, { lang: "go" })
    const plain = await read(trial, at, {})
    trial.same(objectOf(plain), objectOf(go), "Without lang examples are those of go", plain)
  }),
  rule("REG-099", async (trial) => {
    const at = await documented(trial)
    const bad = [
      ...noLanguages.map((lang) => ({ lang })),
      ...["abc", "1.5", "", "1e2", "0x10", "ten"].map((limit) => ({ limit }))
    ]
    for (const query of bad) {
      trial.nextCase()
      trial.met()
      trial.status(await examples(trial.admin, at, query), [400], `${JSON.stringify(query)} is refused`)
    }
  }),
  rule("REG-100", async (trial) => {
    const { id } = await documented(trial)
    trial.met()
    trial.status(
      await trial.admin.get(partPath(id, "examples", NO_VERSION)),
      [404],
      "A version that is not there has no examples"
    )
  })
]

export const exampleListRules: ReadonlyArray<Rule> = [...limitRules, ...searchRules, ...refusalRules]
