/** Which of its two media types an answer has (Spec A, Registry). */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { type Exchange, headerOf, isRecord, jsonOf } from "../../wire/Exchange.ts"
import { reading, readingsOf } from "./readings.ts"

/** The media type of an answer, without parameters. */
export const mediaTypeOf = (answer: Exchange): string =>
  (headerOf(answer, "content-type").split(";")[0] ?? "").trim().toLowerCase()

/** The body is what the media type says. */
export const isWhatItSays = (answer: Exchange): boolean =>
  mediaTypeOf(answer) === "application/json"
    ? isRecord(jsonOf(answer))
    : mediaTypeOf(answer) === "text/markdown" && answer.text !== "" && jsonOf(answer) === undefined

/** The answer is of this media type, and its body as well. */
export const isOfType = (trial: Trial, answer: Exchange, wanted: string, why: string): void => {
  if (mediaTypeOf(answer) !== wanted || !isWhatItSays(answer))
    throw trial.violated(
      why,
      `a body of ${wanted}`,
      `${headerOf(answer, "content-type")}: ${answer.text.slice(0, 120)}`,
      answer
    )
}

const eachReading =
  (body: (trial: Trial, get: (...accept: ReadonlyArray<string>) => Promise<Exchange>, name: string) => Promise<void>) =>
  async (trial: Trial) => {
    for (const one of await readingsOf(trial)) {
      trial.nextCase()
      trial.met()
      await body(trial, (...accept) => reading(trial.admin, one, accept), one.name)
    }
  }

export const negotiationRules: ReadonlyArray<Rule> = [
  rule(
    "REG-085",
    eachReading(async (trial, get, name) => {
      for (const wanted of ["application/json", "text/markdown"]) {
        const answer = trial.status(await get(wanted), [200], `${name} is there as ${wanted}`)
        isOfType(trial, answer, wanted, `${name} is what Accept asks for`)
      }
    })
  ),
  rule(
    "REG-086",
    eachReading(async (trial, get, name) => {
      for (const accept of [[], ["*/*"]]) {
        const answer = trial.status(await get(...accept), [200], `${name} is there for who takes anything`)
        if (!isWhatItSays(answer))
          throw trial.violated(
            `${name} is one of the two, and says which`,
            "JSON or Markdown, with its Content-Type",
            `${headerOf(answer, "content-type")}: ${answer.text.slice(0, 120)}`,
            answer
          )
        if (trial.isOurs) isOfType(trial, answer, "application/json", "JSON is the default (open points, section 1)")
      }
    })
  ),
  rule(
    "REG-087",
    eachReading(async (trial, get, name) => {
      for (const accept of ["application/xml", "text/html, application/xml;q=0.5"]) {
        const answer = await get(accept)
        trial.note(`${name} for ${accept} is answered ${answer.status}.`)
        trial.status(answer, trial.isOurs ? [406] : [200, 406], "What is not offered is refused, or the default comes")
      }
      const weighed = await get("application/json;q=0.2, text/markdown;q=0.8")
      trial.note(`${name} for Markdown before JSON by weight is answered as ${mediaTypeOf(weighed)}.`)
    })
  )
]
