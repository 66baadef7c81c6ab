/** Answers what can be read about the inside of a version, for those who see it. Knows no HTTP and no SQL. */
import type { CallerValue } from "@platform-control/core/Authorization"
import type { NotFound } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { DEFAULT_EXAMPLES, type PackageExamples } from "../contract/DocsExamples.ts"
import type { PackageReadme } from "../contract/DocsProse.ts"
import type { DocsQuery, ExamplesQuery, NavigationQuery, ProseQuery } from "../contract/DocsQueries.ts"
import { DEFAULT_LANGUAGE } from "../contract/Language.ts"
import { toVersionId, type VersionId } from "../packages/PackageId.ts"
import type { VersionTexts } from "../packages/Packages.ts"
import { versionNotFound } from "../packages/refusals.ts"
import { maySee } from "../packages/visibility.ts"
import type { StoredMetadata } from "../publish/packageMetadata.ts"
import { navigationAnswer, type NavigationParts } from "./answers/navigationAnswer.ts"
import { type Answer, type AnswerForm, answerOf, KeptAnswers } from "./answers/KeptAnswers.ts"
import { pageAnswer } from "./answers/pageAnswer.ts"
import { navigationPath } from "./answers/versionPaths.ts"
import { DocsRepository, type DocumentedVersion, type FoundExample } from "./DocsRepository.ts"
import { exampleCode, exampleId } from "./markup/examples.ts"
import { examplesMarkdown } from "./markup/render/examplesMarkdown.ts"
import { navigationMarkdown } from "./markup/render/navigationMarkdown.ts"
import { proseMarkdown } from "./markup/render/proseMarkdown.ts"
import { resolve } from "./markup/resolve.ts"
import type { StoredContent } from "./markup/StoredContent.ts"
import { installationNotFound, readmeNotFound, typeNotFound } from "./refusals.ts"
import { tokenPattern } from "./schema/read/tokenPattern.ts"

/** Bytes of answers that are kept for further readers. */
const MAX_KEPT_BYTES = 32_000_000

/** A version that the caller sees. */
interface Visible extends DocumentedVersion {
  readonly id: VersionId
}

const written = (form: AnswerForm, json: unknown, markdown: () => string): Answer =>
  answerOf(form === "json" ? JSON.stringify(json) : markdown())

const aboutPackage = ({ id, wire }: Visible): Pick<NavigationParts, "description" | "title"> => {
  const { description, title = id.name } = JSON.parse(wire) as StoredMetadata
  return { description, title }
}

const proseAnswer = (found: Visible, stored: StoredContent, { lang, os }: ProseQuery, form: AnswerForm): Answer => {
  const { id, version } = found
  const navUrl = navigationPath(id, version)
  const content = resolve(stored, { language: lang, os })
  const chosen = { ...(lang === undefined ? {} : { language: lang }), ...(os === undefined ? {} : { os }) }
  return written(form, { version, ...chosen, navUrl, content } satisfies PackageReadme, () =>
    proseMarkdown({ content, navUrl }, aboutPackage(found).title)
  )
}

/** An example that does not exist in the asked language stands in another one, which its code block is tagged with. */
const examplesAnswer = (
  { id, version }: Visible,
  found: ReadonlyArray<FoundExample>,
  totalCount: number,
  { lang = DEFAULT_LANGUAGE }: ExamplesQuery,
  form: AnswerForm
): Answer => {
  const tags = new Map<string, string>()
  const examples = found.map(({ example, kind, typeToken }) => {
    const exampleOf = exampleId(typeToken, example)
    const { code, tag } = exampleCode(example, lang)
    tags.set(exampleOf, tag)
    return { id: exampleOf, title: example.title, code, typeToken, kind }
  })
  const navUrl = navigationPath(id, version)
  const answer = { version, navUrl, language: lang, examples, totalCount } satisfies PackageExamples
  return written(form, answer, () => examplesMarkdown(answer, (example) => tags.get(example.id) ?? ""))
}

/** Answers that are made anew, of versions that the caller sees. */
const makeReaders = (repository: DocsRepository["Service"]) => ({
  page: Effect.fnUntraced(function* (found: Visible, typeToken: string, query: DocsQuery, form: AnswerForm) {
    const { folder, id, version } = found
    const stored = form === "json" ? form : (query.lang ?? DEFAULT_LANGUAGE)
    const page = tokenPattern.test(typeToken) ? yield* repository.page(folder, typeToken, stored) : Option.none()
    if (Option.isNone(page)) return yield* typeNotFound(typeToken)
    return yield* pageAnswer(page.value, { id, version, typeToken }, query, form)
  }),

  examples: Effect.fnUntraced(function* (found: Visible, query: ExamplesQuery, form: AnswerForm) {
    const { limit = DEFAULT_EXAMPLES, q = "" } = query
    // No title and no token has U+0000, which a database can't be asked for either.
    const { examples, total } = q.includes("\0")
      ? { examples: [], total: 0 }
      : yield* repository.examples(found.folder, q.toWellFormed().toLowerCase(), limit)
    return examplesAnswer(found, examples, total, query, form)
  }),

  prose: Effect.fnUntraced(function* (
    found: Visible,
    kind: "installation" | "readme",
    query: ProseQuery,
    form: AnswerForm
  ) {
    const content = yield* repository.prose(found.folder, kind)
    if (Option.isSome(content)) return proseAnswer(found, content.value, query, form)
    return yield* kind === "readme" ? readmeNotFound() : installationNotFound()
  }),

  navigation: Effect.fnUntraced(function* (found: Visible, query: NavigationQuery, form: AnswerForm) {
    const { folder, hasInstallation, id, version } = found
    const modules = yield* repository.modules(folder, query.lang ?? DEFAULT_LANGUAGE)
    const answer = navigationAnswer(modules, { id, version, hasInstallation, ...aboutPackage(found) }, query)
    return written(form, answer, () => navigationMarkdown(answer))
  })
})

/** 404 for everything also when the caller can't see the package. */
export class Docs extends Context.Service<
  Docs,
  {
    readonly page: (
      caller: CallerValue,
      path: VersionTexts,
      typeToken: string,
      query: DocsQuery,
      form: AnswerForm
    ) => Effect.Effect<Answer, NotFound>
    /** None for a version without documentation. */
    readonly examples: (
      caller: CallerValue,
      path: VersionTexts,
      query: ExamplesQuery,
      form: AnswerForm
    ) => Effect.Effect<Answer, NotFound>
    /** 404 also when there is no such text. */
    readonly prose: (
      caller: CallerValue,
      path: VersionTexts,
      kind: "installation" | "readme",
      query: ProseQuery,
      form: AnswerForm
    ) => Effect.Effect<Answer, NotFound>
    readonly navigation: (
      caller: CallerValue,
      path: VersionTexts,
      query: NavigationQuery,
      form: AnswerForm
    ) => Effect.Effect<Answer, NotFound>
  }
>()("platform-control/registry/docs/Docs") {
  static readonly layerNoDeps = Layer.effect(
    Docs,
    Effect.gen(function* () {
      const repository = yield* DocsRepository
      const kept = new KeptAnswers(MAX_KEPT_BYTES)

      const visible = Effect.fnUntraced(function* (
        caller: CallerValue,
        path: VersionTexts
      ): Effect.fn.Return<Visible, NotFound> {
        const id = toVersionId(path)
        if (id === undefined || !maySee(caller, id)) return yield* versionNotFound(path)
        const found = yield* repository.find(id)
        return Option.isNone(found) ? yield* versionNotFound(path) : { ...found.value, id }
      })

      /** A version's folder is its own for ever, so an answer from it stays right; searches are too many to keep. */
      const keeping = <E>(
        { folder }: Visible,
        asked: ReadonlyArray<string | number | undefined>,
        answer: Effect.Effect<Answer, E>
      ): Effect.Effect<Answer, E> => {
        const key = [folder, ...asked].join("\n")
        const before = kept.get(key)
        return before === undefined
          ? Effect.tap(answer, (made) => Effect.sync(() => kept.set(key, made)))
          : Effect.succeed(before)
      }

      const read = makeReaders(repository)

      return Docs.of({
        page: Effect.fnUntraced(function* (caller, path, typeToken, query, form) {
          const found = yield* visible(caller, path)
          const asked = ["docs", form, query.lang, query.os, typeToken]
          return yield* keeping(found, asked, read.page(found, typeToken, query, form))
        }),

        examples: Effect.fnUntraced(function* (caller, path, query, form) {
          const found = yield* visible(caller, path)
          const examples = read.examples(found, query, form)
          return yield* query.q === undefined
            ? keeping(found, ["examples", form, query.lang, query.limit], examples)
            : examples
        }),

        prose: Effect.fnUntraced(function* (caller, path, kind, query, form) {
          const found = yield* visible(caller, path)
          return yield* keeping(found, [kind, form, query.lang, query.os], read.prose(found, kind, query, form))
        }),

        navigation: Effect.fnUntraced(function* (caller, path, query, form) {
          const found = yield* visible(caller, path)
          const navigation = read.navigation(found, query, form)
          return yield* query.q === undefined
            ? keeping(found, ["nav", form, query.lang, query.depth], navigation)
            : navigation
        })
      })
    })
  )

  static readonly layer: Layer.Layer<Docs, never, SqlClient.SqlClient> = Docs.layerNoDeps.pipe(
    Layer.provide(DocsRepository.layer)
  )
}
