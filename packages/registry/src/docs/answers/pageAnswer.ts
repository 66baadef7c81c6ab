/** From a kept page to the bytes of `GET …/docs/{typeToken}`: what stands above its body depends on this reader. */
import { Effect } from "effect"
import type { DocsQuery } from "../../contract/DocsQueries.ts"
import { DEFAULT_LANGUAGE } from "../../contract/Language.ts"
import type { PackageId } from "../../packages/PackageId.ts"
import type { FoundPage } from "../DocsRepository.ts"
import { unpackBody } from "../import/bodyBytes.ts"
import { aboveBody } from "../markup/render/docsMarkdown.ts"
import { resolve } from "../markup/resolve.ts"
import { type Answer, answerAbove, type AnswerForm } from "./KeptAnswers.ts"
import { navigationPath } from "./versionPaths.ts"

const unpacked = (body: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const bytes = unpackBody(body)
    return bytes instanceof Promise ? Effect.promise(() => bytes) : Effect.succeed(bytes)
  })

/** A page of a version. */
export interface PagePlace {
  readonly id: PackageId
  readonly version: string
  readonly typeToken: string
}

/** The page in the language asked for. `page` has the body of that form, and for Markdown of that language. */
export const pageAnswer = (
  { body, description, digest, heading }: FoundPage,
  { id, typeToken, version }: PagePlace,
  { lang: language = DEFAULT_LANGUAGE, os }: DocsQuery,
  form: AnswerForm
): Effect.Effect<Answer> =>
  Effect.map(unpacked(body), (bytes) => {
    const nodes = resolve(description, { language, os })
    const fields = { version, navUrl: navigationPath(id, version), typeToken, language, description: nodes }
    const above = form === "json" ? `${JSON.stringify(fields).slice(0, -1)},` : aboveBody(heading, nodes)
    return answerAbove(above, bytes, digest)
  })
