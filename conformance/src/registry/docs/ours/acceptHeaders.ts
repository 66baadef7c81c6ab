/** Accept headers as they may be written, and what they ask for (open points, section 1; RFC 9110, section 12.5.1). */
import fc from "fast-check"

const JSON_TYPE = "application/json"
const MARKDOWN = "text/markdown"

/** One range with its weight, in thousandths. */
interface Range {
  readonly type: string
  readonly weight: number
}

/** A drawn header: its lines, and the media type that it asks for; undefined where nothing is acceptable. */
export interface DrawnAccept {
  readonly lines: ReadonlyArray<string>
  readonly wanted: string | undefined
}

/** The weight of the most exact range that holds a type; none is 0. */
const weightOf = (ranges: ReadonlyArray<Range>, type: string): number => {
  const [group] = type.split("/")
  for (const range of [type, `${group}/*`, "*/*"]) {
    const found = ranges.find((one) => one.type === range)
    if (found !== undefined) return found.weight
  }
  return 0
}

/** What is asked for by ranges of which no two are the same. */
const wantedBy = (ranges: ReadonlyArray<Range>): string | undefined => {
  if (ranges.length === 0) return JSON_TYPE
  const [json, markdown] = [weightOf(ranges, JSON_TYPE), weightOf(ranges, MARKDOWN)]
  if (json === 0 && markdown === 0) return undefined
  return markdown > json ? MARKDOWN : JSON_TYPE
}

const range = fc.record({
  type: fc.constantFrom(JSON_TYPE, MARKDOWN, "application/*", "text/*", "*/*", "application/xml", "text/html"),
  weight: fc.constantFrom(0, 1, 200, 500, 900, 1000),
  space: fc.constantFrom("", " "),
  isShouted: fc.boolean()
})

const markers = fc.array(fc.constantFrom("application/vnd.thing+8", "application/vnd.a.b+1"), { maxLength: 2 })

const written = ({
  isShouted,
  space,
  type,
  weight
}: {
  type: string
  weight: number
  space: string
  isShouted: boolean
}) => {
  const name = isShouted ? type.toUpperCase() : type
  return weight === 1000 ? name : `${name};${space}q=${weight / 1000}`
}

/** Ranges and markers in any order, over one line or several. */
export const acceptHeaders: fc.Arbitrary<DrawnAccept> = fc
  .tuple(
    fc.uniqueArray(range, { selector: ({ type }) => type, maxLength: 4 }),
    markers,
    fc.integer({ min: 1, max: 3 }),
    fc.nat()
  )
  .map(([ranges, marked, lineCount, turn]) => {
    const texts = [...ranges.map(written), ...marked]
    const turned = [...texts.slice(turn % (texts.length + 1)), ...texts.slice(0, turn % (texts.length + 1))]
    const lines = Array.from({ length: lineCount }, (_, line) =>
      turned.filter((_text, index) => index % lineCount === line)
    )
    return { lines: lines.filter((line) => line.length > 0).map((line) => line.join(", ")), wanted: wantedBy(ranges) }
  })
