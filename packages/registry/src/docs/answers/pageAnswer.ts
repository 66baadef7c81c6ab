/** From a kept page to the bytes of `GET …/docs/{typeToken}`: what stands above its body depends on this reader. */
import { Effect } from "effect"
import type { DocsQuery } from "../../contract/DocsQueries.ts"
import type { PackageDocs } from "../../contract/DocsPage.ts"
import { DEFAULT_LANGUAGE, type Language } from "../../contract/Language.ts"
import type { PackageId } from "../../packages/PackageId.ts"
import type { FoundBody, FoundPage, FoundSource } from "../DocsRepository.ts"
import { bodyDigest, unpackBody } from "../import/bodyBytes.ts"
import { aboveBody } from "../markup/render/docsMarkdown.ts"
import { type MarkdownExtras, pageMarkdown } from "../markup/render/pageMarkdown.ts"
import { resolve } from "../markup/resolve.ts"
import type { DocsMembers } from "../schema/pages/docsAnswer.ts"
import { type Answer, answerAbove, type AnswerForm } from "./KeptAnswers.ts"
import { navigationPath } from "./versionPaths.ts"

const unpacked = (found: FoundBody): Effect.Effect<FoundBody> =>
  Effect.suspend(() => {
    const body = unpackBody(found.body)
    return body instanceof Promise
      ? Effect.map(
          Effect.promise(() => body),
          (bytes) => ({ ...found, body: bytes })
        )
      : Effect.succeed({ ...found, body })
  })

const written = (
  { extras, json }: FoundSource,
  { id, typeToken, version }: PagePlace,
  language: Language,
  form: AnswerForm
): FoundBody => {
  if (form === "json") return { heading: "", body: Buffer.from(json), digest: bodyDigest(json) }
  const members = JSON.parse(`{${json}`) as DocsMembers & Pick<PackageDocs, "supportingTypes">
  const docs = { ...members, typeToken, version, navUrl: navigationPath(id, version) }
  const { body, heading } = pageMarkdown(docs, JSON.parse(extras) as MarkdownExtras, language)
  return { heading, body: Buffer.from(body), digest: bodyDigest(body) }
}

/** A page of a version. */
export interface PagePlace {
  readonly id: PackageId
  readonly version: string
  readonly typeToken: string
}

/** The page in the language asked for. `page` has the body of that form, and for Markdown of that language. */
export const pageAnswer = (
  page: FoundPage,
  place: PagePlace,
  { lang: language = DEFAULT_LANGUAGE, os }: DocsQuery,
  form: AnswerForm
): Effect.Effect<Answer> =>
  Effect.map(
    "json" in page ? Effect.sync(() => written(page, place, language, form)) : unpacked(page),
    ({ body, digest, heading }) => {
      const { id, typeToken, version } = place
      const description = resolve(page.description, { language, os })
      const fields = { version, navUrl: navigationPath(id, version), typeToken, language, description }
      const above = form === "json" ? `${JSON.stringify(fields).slice(0, -1)},` : aboveBody(heading, description)
      return answerAbove(above, body, digest)
    }
  )
