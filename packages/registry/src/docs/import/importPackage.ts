/**
 * Prepares the documentation of a version from what was read of its schema, part by part. Knows no thread and no storage:
 * whoever asks for the next part decides when it is made.
 */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result } from "effect"
import type { PackageId } from "../../packages/PackageId.ts"
import { referencesFrom } from "../answers/references.ts"
import { navigationPath, versionPath } from "../answers/versionPaths.ts"
import { markdownByLanguage } from "../markup/markdownByLanguage.ts"
import { parseDocument, parseMarkup } from "../markup/parseMarkup.ts"
import { keptSize } from "../markup/resolve.ts"
import { type DocsRows, noRows } from "./DocsRows.ts"
import { PageRenderer, type RenderedPage } from "./PageRenderer.ts"
import { navigationRows, pageRows, textRow } from "./pageRows.ts"
import type { ReadImport } from "./readImport.ts"

/** Characters of one form of a page; it has to be in memory whenever it is read. */
const MAX_PAGE_SIZE = 32_000_000

/** Characters of a document with all of its choices side by side, each as often as other choices need it. */
const MAX_DOCUMENT_SIZE = 16_000_000

/** The same of a description, which is read anew for each of its page's forms. Long real ones have a hundred thousand. */
const MAX_DESCRIPTION_SIZE = 2_000_000

/** About how many bytes and rows are stored at a time. */
const PART_BYTES = 200_000
const PART_ROWS = 200

/** A version, and what it is published with beside its schema. */
export interface ImportOrder {
  readonly id: PackageId
  readonly version: string
  readonly readme: string
  readonly installation: string | undefined
}

/** Three-part identifiers of other packages, by the names that the schema uses. */
export type OtherPackages = Readonly<Record<string, string>>

/** The last part, or the problem that ended the preparation. */
export type ImportEnd = Result.Result<DocsRows, ErrorDetail>

/** The problem that ended a sequence of pieces; undefined when all were made. */
type PiecesEnd = ErrorDetail | undefined

const tooLarge = (resource: string, attribute: string | undefined, what: string, most: number): ErrorDetail => ({
  resource,
  ...(attribute === undefined ? {} : { attribute }),
  errorType: "invalid",
  customMessage: `Expected ${what} of at most ${most} characters`
})

type Part = { -readonly [Name in keyof DocsRows]: Array<DocsRows[Name][number]> }

const emptyPart = (): Part => ({ pages: [], bodies: [], examples: [], texts: [] })

const add = (part: Part, { bodies, examples, pages, texts }: DocsRows): void => {
  for (const row of pages) part.pages.push(row)
  for (const row of bodies) part.bodies.push(row)
  for (const row of examples) part.examples.push(row)
  for (const row of texts) part.texts.push(row)
}

const rowsOf = ({ bodies, examples, pages, texts }: DocsRows): number =>
  bodies.length + examples.length + pages.length + texts.length

const bytesOf = ({ bodies, examples, pages, texts }: DocsRows): number =>
  bodies.reduce((sum, { body, heading }) => sum + body.length + heading.length, 0) +
  examples.reduce((sum, { example }) => sum + example.length, 0) +
  pages.reduce((sum, { description, extras, json }) => sum + [description, extras, json].join("").length, 0) +
  texts.reduce((sum, { content }) => sum + content.length, 0)

const largest = ({ json, markdown }: RenderedPage): number => {
  const written = "extras" in markdown ? [] : Object.values(markdown.written)
  return Math.max(json.length, ...written.map(({ body, heading }) => body.length + heading.length))
}

/** The documents and the navigation, one by one: any of them may be large. */
function* texts(
  { installation, readme }: ImportOrder,
  { modules }: ReadImport["docs"]
): Generator<DocsRows, PiecesEnd> {
  const documents = { readme, installation }
  for (const kind of ["readme", "installation"] as const) {
    const document = documents[kind]
    if (document === undefined) continue
    const content = parseDocument(document)
    if (keptSize(content) > MAX_DOCUMENT_SIZE) {
      return tooLarge(
        kind,
        undefined,
        "a document whose choices, written out side by side, make a text",
        MAX_DOCUMENT_SIZE
      )
    }
    yield { ...noRows, texts: [textRow(kind, content)] }
  }
  for (const row of navigationRows(modules)) yield { ...noRows, texts: [row] }
  return undefined
}

/** Page by page. */
function* pages(
  { id, version }: ImportOrder,
  { docs, metadata: { name: ownName } }: ReadImport,
  others: OtherPackages
): Generator<DocsRows, PiecesEnd> {
  const path = versionPath(id, version)
  const show = referencesFrom(path)
  const renderer = new PageRenderer({
    version,
    navUrl: navigationPath(id, version),
    describe: (markdown) => markdownByLanguage(markdown, show),
    packageId: (name) =>
      (Object.hasOwn(others, name) ? others[name] : undefined) ??
      `${id.source}/${id.publisher}/${name === ownName ? id.name : name}`
  })
  const tokens = new Set<string>()
  for (const page of docs.pages) {
    // A resource and a function may have one name; a page's address has room for the first.
    if (tokens.has(page.typeToken)) continue
    tokens.add(page.typeToken)
    const markup = parseMarkup(page.description, show)
    if (keptSize(markup.content) > MAX_DESCRIPTION_SIZE) {
      const attribute = `${page.typeToken}.description`
      return tooLarge(
        "schema",
        attribute,
        "a text that makes, with its choices side by side, one",
        MAX_DESCRIPTION_SIZE
      )
    }
    const rendered = renderer.render(page)
    if (largest(rendered) > MAX_PAGE_SIZE) {
      return tooLarge("schema", page.typeToken, "a page, with the types that it leads to,", MAX_PAGE_SIZE)
    }
    yield { ...pageRows(page, markup, rendered), texts: [] }
  }
  return undefined
}

function* everything(order: ImportOrder, read: ReadImport, others: OtherPackages): Generator<DocsRows, PiecesEnd> {
  return (yield* texts(order, read.docs)) ?? (yield* pages(order, read, others))
}

/**
 * Everything that is kept of the version, in parts of about 200 kB; a larger one ends with a large page or document. The
 * last part is small, and the only one of a small package.
 */
export function* importPackage(
  order: ImportOrder,
  read: ReadImport,
  others: OtherPackages
): Generator<DocsRows, ImportEnd> {
  const pieces = everything(order, read, others)
  let part = emptyPart()
  let bytes = 0
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done === true) {
      return piece.value === undefined ? Result.succeed(part) : Result.fail(piece.value)
    }
    add(part, piece.value)
    bytes += bytesOf(piece.value)
    if (bytes > PART_BYTES || rowsOf(part) > PART_ROWS) {
      yield part
      part = emptyPart()
      bytes = 0
    }
  }
}
