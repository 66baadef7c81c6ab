/** Answers what can be read about the inside of a version, for those who see it. Knows no HTTP and no SQL. */
import type { CallerValue } from "@platform-control/core/Authorization"
import type { NotFound } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { DEFAULT_EXAMPLES, type PackageExamples } from "../contract/DocsExamples.ts"
import type { PackageNavigation } from "../contract/DocsNavigation.ts"
import type { PackageDocs } from "../contract/DocsPage.ts"
import type { PackageReadme } from "../contract/DocsProse.ts"
import type { DocsQuery, ExamplesQuery, NavigationQuery, ProseQuery } from "../contract/DocsQueries.ts"
import { DEFAULT_LANGUAGE } from "../contract/Language.ts"
import { toVersionId, type VersionId } from "../packages/PackageId.ts"
import type { VersionTexts } from "../packages/Packages.ts"
import { versionNotFound } from "../packages/refusals.ts"
import { maySee } from "../packages/visibility.ts"
import type { StoredMetadata } from "../publish/packageMetadata.ts"
import { navigationAnswer } from "./answers/navigationAnswer.ts"
import { pageAnswer } from "./answers/pageAnswer.ts"
import { navigationPath } from "./answers/versionPaths.ts"
import { DocsRepository, type DocumentedVersion, type FoundExample } from "./DocsRepository.ts"
import { exampleCode, exampleId } from "./markup/examples.ts"
import { resolve } from "./markup/resolve.ts"
import type { StoredContent } from "./markup/StoredContent.ts"
import { installationNotFound, readmeNotFound, typeNotFound } from "./refusals.ts"
import { tokenPattern } from "./schema/read/tokenPattern.ts"

/** Examples, and what each of them is really written in: another language where it doesn't exist in the asked one. */
export interface ExamplesAnswer {
  readonly answer: PackageExamples
  /** Tags of code blocks by the examples' ids. */
  readonly tags: ReadonlyMap<string, string>
}

/** A version that the caller sees. */
interface Visible extends DocumentedVersion {
  readonly id: VersionId
}

const proseAnswer = ({ id, version }: Visible, content: StoredContent, { lang, os }: ProseQuery): PackageReadme => ({
  version,
  ...(lang === undefined ? {} : { language: lang }),
  ...(os === undefined ? {} : { os }),
  navUrl: navigationPath(id, version),
  content: resolve(content, { language: lang, os })
})

const examplesAnswer = (
  { id, version }: Visible,
  found: ReadonlyArray<FoundExample>,
  totalCount: number,
  { lang = DEFAULT_LANGUAGE }: ExamplesQuery
): ExamplesAnswer => {
  const tags = new Map<string, string>()
  const examples = found.map(({ example, kind, typeToken }) => {
    const exampleOf = exampleId(typeToken, example)
    const { code, tag } = exampleCode(example, lang)
    tags.set(exampleOf, tag)
    return { id: exampleOf, title: example.title, code, typeToken, kind }
  })
  return { answer: { version, navUrl: navigationPath(id, version), language: lang, examples, totalCount }, tags }
}

/** 404 for everything also when the caller can't see the package. */
export class Docs extends Context.Service<
  Docs,
  {
    readonly page: (
      caller: CallerValue,
      path: VersionTexts,
      typeToken: string,
      query: DocsQuery
    ) => Effect.Effect<PackageDocs, NotFound>
    /** None for a version without documentation. */
    readonly examples: (
      caller: CallerValue,
      path: VersionTexts,
      query: ExamplesQuery
    ) => Effect.Effect<ExamplesAnswer, NotFound>
    /** 404 also when there is no such text. */
    readonly prose: (
      caller: CallerValue,
      path: VersionTexts,
      kind: "installation" | "readme",
      query: ProseQuery
    ) => Effect.Effect<PackageReadme, NotFound>
    readonly navigation: (
      caller: CallerValue,
      path: VersionTexts,
      query: NavigationQuery
    ) => Effect.Effect<PackageNavigation, NotFound>
  }
>()("platform-control/registry/docs/Docs") {
  static readonly layerNoDeps = Layer.effect(
    Docs,
    Effect.gen(function* () {
      const repository = yield* DocsRepository

      const visible = Effect.fnUntraced(function* (
        caller: CallerValue,
        path: VersionTexts
      ): Effect.fn.Return<Visible, NotFound> {
        const id = toVersionId(path)
        if (id === undefined || !maySee(caller, id)) return yield* versionNotFound(path)
        const found = yield* repository.find(id)
        return Option.isNone(found) ? yield* versionNotFound(path) : { ...found.value, id }
      })

      return Docs.of({
        page: Effect.fnUntraced(function* (caller, path, typeToken, query) {
          const { folder, id, version } = yield* visible(caller, path)
          const page = tokenPattern.test(typeToken) ? yield* repository.page(folder, typeToken) : Option.none()
          return Option.isNone(page) ? yield* typeNotFound(typeToken) : pageAnswer(page.value, id, version, query)
        }),

        examples: Effect.fnUntraced(function* (caller, path, query) {
          const found = yield* visible(caller, path)
          const { limit = DEFAULT_EXAMPLES, q = "" } = query
          // No title and no token has U+0000, which a database can't be asked for either.
          const { examples, total } = q.includes("\0")
            ? { examples: [], total: 0 }
            : yield* repository.examples(found.folder, q.toWellFormed().toLowerCase(), limit)
          return examplesAnswer(found, examples, total, query)
        }),

        prose: Effect.fnUntraced(function* (caller, path, kind, query) {
          const found = yield* visible(caller, path)
          const content = yield* repository.prose(found.folder, kind)
          if (Option.isSome(content)) return proseAnswer(found, content.value, query)
          return yield* kind === "readme" ? readmeNotFound() : installationNotFound()
        }),

        navigation: Effect.fnUntraced(function* (caller, path, query) {
          const { folder, hasInstallation, id, version, wire } = yield* visible(caller, path)
          const { description, title = id.name } = JSON.parse(wire) as StoredMetadata
          const modules = yield* repository.modules(folder)
          return navigationAnswer(modules, { id, version, title, description, hasInstallation }, query)
        })
      })
    })
  )

  static readonly layer: Layer.Layer<Docs, never, SqlClient.SqlClient> = Docs.layerNoDeps.pipe(
    Layer.provide(DocsRepository.layer)
  )
}
