/** Media types, caching and conditional requests as this project has decided them (open points, section 1). */
import fc from "fast-check"
import { rule, type Rule } from "../../../engine/Rule.ts"
import type { Trial } from "../../../engine/Trial.ts"
import { languages } from "../../../table/docsTable.ts"
import { type Exchange, headerOf } from "../../../wire/Exchange.ts"
import { follow } from "../documented.ts"
import { isOfType, mediaTypeOf } from "../negotiationRules.ts"
import { reading, type Reading, readingsOf } from "../readings.ts"
import { acceptHeaders } from "./acceptHeaders.ts"

const TYPES = ["application/json", "text/markdown"] as const

/** Seconds for which an answer that never changes may be kept at least. */
const LONG = 3600

const eachReading =
  (body: (trial: Trial, one: Reading, get: (...accept: ReadonlyArray<string>) => Promise<Exchange>) => Promise<void>) =>
  async (trial: Trial) => {
    for (const one of await readingsOf(trial)) {
      trial.nextCase()
      trial.met()
      await body(trial, one, (...accept) => reading(trial.admin, one, accept))
    }
  }

/** Queries beside the language that decide on the body. */
const otherQueries: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, string>>>>> = {
  docs: [{ os: "linux" }, { os: "macos" }],
  examples: [{ limit: "1" }, { limit: "2" }, { q: "zz-nothing" }],
  installation: [{ os: "linux" }, { os: "macos" }],
  nav: [{ depth: "full" }, { q: "zz-nothing" }],
  readme: [{ os: "linux" }, { os: "macos" }]
}

const maxAgeOf = (answer: Exchange): number => {
  const control = headerOf(answer, "cache-control")
  return /no-cache|no-store/.test(control) ? 0 : Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0)
}

const tagOf = (trial: Trial, answer: Exchange): string => {
  const tag = headerOf(answer, "etag")
  if (!/^"[^"]+"$/.test(tag)) throw trial.violated("A concrete version has a strong ETag", `"…"`, tag || "none", answer)
  return tag
}

/** Asks again with the tag, in every way to say it, and with another one. */
const isConditional = async (trial: Trial, one: Reading, type: string, first: Exchange) => {
  const tag = tagOf(trial, first)
  const again = (ifNoneMatch: string) =>
    reading(trial.admin, one, [type], { headers: { "if-none-match": ifNoneMatch } })
  for (const text of [tag, `"another", ${tag}`, `W/${tag}`, "*"]) {
    const answer = trial.status(await again(text), [304], `If-None-Match: ${text} finds ${one.name} unchanged`)
    if (answer.text !== "") throw trial.violated("A 304 has no body", "no body", answer.text.slice(0, 80), answer)
    trial.same(headerOf(answer, "etag"), tag, "A 304 names the same ETag", answer)
  }
  const other = trial.status(await again(`"another"`), [200], "Another tag is answered in full")
  trial.same(headerOf(other, "etag"), tag, "The same body has the same ETag", other)
}

export const negotiationLaws: ReadonlyArray<Rule> = [
  rule("OUR-010", async (trial) => {
    const readings = await readingsOf(trial)
    await trial.check(
      [acceptHeaders, fc.nat(readings.length - 1)],
      async ({ lines, wanted }, index) => {
        trial.met()
        // As many as were drawn from.
        const answer = await reading(trial.admin, readings[index]!, lines)
        const asked = lines.length === 0 ? "no Accept" : `Accept: ${lines.join(" | ")}`
        trial.status(answer, [wanted === undefined ? 406 : 200], `${asked} is answered`)
        if (wanted !== undefined) isOfType(trial, answer, wanted, `${asked} asks for ${wanted}`)
      },
      50
    )
  }),
  rule(
    "OUR-011",
    eachReading(async (trial, { path }, get) => {
      const refused = trial.status(await get("application/xml"), [406], "What is not offered is refused")
      for (const type of TYPES)
        if (!refused.text.includes(type))
          throw trial.violated("A 406 names what there is", type, refused.text.slice(0, 200), refused)
      for (const type of TYPES) {
        const answer = trial.status(await get(type), [200], "It can be read")
        const vary = headerOf(answer, "vary").toLowerCase()
        if (!vary.split(/\s*,\s*/).includes("accept"))
          throw trial.violated("The answer depends on Accept, and says so", "Vary: Accept", vary || "no Vary", answer)
      }
      const json = await get("application/json")
      const [, target = ""] =
        /<([^>]+)>\s*;\s*rel="alternate"\s*;\s*type="text\/markdown"/.exec(headerOf(json, "link")) ?? []
      if (
        decodeURIComponent(new URL(target, trial.context.base).pathname) !==
        decodeURIComponent(new URL(path, trial.context.base).pathname)
      )
        throw trial.violated(
          "JSON links to its Markdown",
          `<${path}>; rel="alternate"; type="text/markdown"`,
          headerOf(json, "link") || "no Link",
          json
        )
      trial.status(await follow(trial, target), [200], "The link leads there")
    })
  ),
  rule(
    "OUR-012",
    eachReading(async (trial, one, get) => {
      const tags = new Map<string, string>()
      for (const type of TYPES) {
        const first = trial.status(await get(type), [200], "It can be read")
        await isConditional(trial, one, type, first)
        for (const query of [...languages.map((lang) => ({ lang })), ...(otherQueries[one.name] ?? [])]) {
          const answer = trial.status(
            await reading(trial.admin, one, [type], { query }),
            [200],
            `It can be read with ${JSON.stringify(query)}`
          )
          const tag = tagOf(trial, answer)
          const known = tags.get(tag) ?? `${mediaTypeOf(answer)} ${answer.text}`
          trial.same(`${mediaTypeOf(answer)} ${answer.text}`, known, "One ETag is one body", answer)
          tags.set(tag, known)
        }
      }
    })
  ),
  rule("OUR-013", async (trial) => {
    for (const one of await readingsOf(trial)) {
      trial.met()
      const concrete = trial.status(await reading(trial.admin, one, [TYPES[0]]), [200], "It can be read")
      if (maxAgeOf(concrete) < LONG)
        throw trial.violated(
          "A version never changes",
          `max-age of ${LONG} at least`,
          headerOf(concrete, "cache-control"),
          concrete
        )
    }
    for (const one of await readingsOf(trial, "latest")) {
      trial.nextCase()
      const latest = trial.status(await reading(trial.admin, one, [TYPES[0]]), [200], "latest can be read")
      if (maxAgeOf(latest) >= LONG)
        throw trial.violated(
          "latest may be another version soon",
          "no long max-age",
          headerOf(latest, "cache-control"),
          latest
        )
    }
  })
]
