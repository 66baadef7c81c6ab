/** Reads a platform file: YAML, of which JSON is a part. Knows where in the text a path of the content stands. */
import { problemsText, type PlatformFileRefused } from "@platform-control/admin/server"
import { Effect } from "effect"
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit
} from "yaml"
import { readText } from "../readText.ts"
import { refused } from "../Refusal.ts"

/** Larger files are not read, in bytes. */
const MAX_FILE_BYTES = 10 * 1024 * 1024

type Path = PlatformFileRefused["problems"][number]["path"]

/** A file that was read. */
export interface ReadFile {
  readonly path: string
  readonly content: unknown
  /** A line for each of the first problems, with the place in the text. */
  readonly problemsText: (problems: PlatformFileRefused["problems"]) => ReadonlyArray<string>
}

/** The innermost part of the path that is there; of a key that should not be there, the key itself. */
const offsetOf = (document: Document.Parsed, path: Path): number => {
  const parent = document.getIn(path.slice(0, -1), true)
  const key = path.at(-1)
  const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined
  const node = (pair?.key as ParsedNode | undefined) ?? document.getIn(path, true)
  if (isNode(node) && node.range) return node.range[0]
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1))
}

/** The schema's own words know nothing of keys in a file. */
const inWords = (message: string): string =>
  message === "Expected no excess property" ? "this key is not known here" : message

const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    ""
  )

/** The parser repeats the place behind its sentence, and shows it on the lines that follow. */
const sentenceOf = (message: string): string =>
  message
    .split("\n", 1)
    .join()
    .replace(/ at line \d+, column \d+:?$/, "")

/** Keys of the content are texts, so that two that are one text are one key. */
const keyText = (key: unknown): unknown => (isScalar<string | number | null>(key) ? String(key.value ?? "") : key)

/** The first key that is no text, such as a list: nothing in the file has one, and it would be taken for a text. */
const keyThatIsNone = (document: Document.Parsed): ParsedNode | undefined => {
  let found: ParsedNode | undefined
  visit(document, {
    Pair: (_, { key }) => {
      const node = isAlias(key) ? key.resolve(document) : key
      if (isScalar(node) && (typeof node.value !== "object" || node.value === null)) return undefined
      found = key as ParsedNode
      return visit.BREAK
    }
  })
  return found
}

/** Refuses what is no YAML; what the content means is not looked at. An empty file says nothing. */
export const readPlatformFile = Effect.fnUntraced(function* (path: string) {
  const lines = new LineCounter()
  const document = parseDocument(yield* readText(path, MAX_FILE_BYTES), {
    lineCounter: lines,
    uniqueKeys: (one, other) => keyText(one) === keyText(other)
  })
  const where = (offset: number) => {
    const { col, line } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const [fault] = document.errors
  if (fault !== undefined) return yield* refused(`${where(fault.pos[0])}: ${sentenceOf(fault.message)}`)
  const strange = keyThatIsNone(document)
  if (strange !== undefined) return yield* refused(`${where(strange.range[0])}: a key has to be a text`)
  const content = yield* Effect.try({
    try: (): unknown => document.toJS() ?? {},
    catch: (cause) => refused(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  return {
    path,
    content,
    problemsText: (problems) =>
      problemsText(problems, ({ message, path }) => {
        const place = pathText(path)
        return `${where(offsetOf(document, path))}: ${place === "" ? "" : `${place}: `}${inWords(message)}`
      })
  } satisfies ReadFile
})
