/** Which of an operation's media types an `Accept` header asks for (open points, section 1). */
import { Result } from "effect"
import { NotAcceptable } from "./Errors.ts"

interface Range {
  readonly type: string
  readonly quality: number
}

const marker = /^application\/vnd\.[^;]*\+\d+$/

const parseRange = (text: string): Range => {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim())
  const q = parameters.find((parameter) => /^q=/i.test(parameter))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { type: type.toLowerCase(), quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

const specificity = (range: Range, offer: string): number =>
  range.type === offer ? 3 : range.type === `${offer.split("/")[0]}/*` ? 2 : range.type === "*/*" ? 1 : 0

const qualityOf = (ranges: ReadonlyArray<Range>, offer: string): number => {
  let best = 0
  let quality = 0
  for (const range of ranges) {
    const rank = specificity(range, offer)
    if (rank > best || (rank === best && rank > 0 && range.quality > quality)) {
      best = rank
      quality = range.quality
    }
  }
  return quality
}

/**
 * The best of `offers` (the first is the default), or a 406 that names them. Capability markers
 * (`application/vnd.<anything>+<number>`) say nothing about the type; a header of markers alone accepts everything.
 * `accept` is all header lines joined by commas, as Node joins them.
 */
export const negotiate = <const Offers extends readonly [string, ...Array<string>]>(
  accept: string | undefined,
  offers: Offers
): Result.Result<Offers[number], NotAcceptable> => {
  const texts = (accept ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
  const ranges = texts.map(parseRange).filter((range) => !marker.test(range.type))
  if (ranges.length === 0) return Result.succeed(offers[0])
  let chosen: string | undefined
  let quality = 0
  for (const offer of offers) {
    const wanted = qualityOf(ranges, offer)
    if (wanted > quality) {
      chosen = offer
      quality = wanted
    }
  }
  return chosen === undefined
    ? Result.fail(new NotAcceptable({ message: `This operation answers ${offers.join(" or ")}` }))
    : Result.succeed(chosen)
}
