/** `platform-control package ls`: the packages that the caller sees, page by page as they are printed. */
import { MAX_PAGE_SIZE, type PackageMetadata } from "@platform-control/registry/contract"
import { Console, Effect, Option, Stream } from "effect"
import { type Client, connected, type ConnectionOptions } from "../Connection.ts"
import { type Table, tableFor } from "../output/Table.ts"

/** What was asked for. */
export interface ListInput extends ConnectionOptions {
  readonly search: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly limit: number
  readonly json: boolean
}

/** One page: packages as people read them, and each as the API's own JSON. */
interface Page {
  readonly packages: ReadonlyArray<PackageMetadata>
  readonly json: ReadonlyArray<unknown>
}

const rowOf = (found: PackageMetadata): ReadonlyArray<string> => [
  `${found.source}/${found.publisher}/${found.name}`,
  found.version,
  found.createdAt,
  found.description ?? ""
]

const pagesOf = (client: Client, input: ListInput) =>
  Stream.paginate({ left: input.limit, token: Option.none<string>() }, ({ left, token }) =>
    Effect.gen(function* () {
      const [page, response] = yield* client.packages.list({
        query: {
          limit: Math.min(left, MAX_PAGE_SIZE),
          ...Option.match(token, { onNone: () => ({}), onSome: (continuationToken) => ({ continuationToken }) }),
          ...Option.match(input.search, { onNone: () => ({}), onSome: (search) => ({ search }) }),
          ...Option.match(input.organization, { onNone: () => ({}), onSome: (orgLogin) => ({ orgLogin }) })
        },
        responseMode: "decoded-and-response"
      })
      const { packages: json } = (yield* response.json) as { readonly packages: ReadonlyArray<unknown> }
      const rest = left - page.packages.length
      const next = Option.fromUndefinedOr(rest > 0 ? page.continuationToken : undefined)
      return [
        [{ packages: page.packages, json } satisfies Page],
        Option.map(next, (token) => ({ left: rest, token: Option.some(token) }))
      ] as const
    })
  )

/** One array over all pages, a package a line: neither this command nor `grep` needs to hold the whole of it. */
const printJson = (pages: Stream.Stream<Page, unknown>) => {
  let printed = 0
  return pages.pipe(
    Stream.runForEach((page) =>
      Effect.forEach(page.json, (one) => Console.log(`${printed++ === 0 ? "[" : ","}${JSON.stringify(one)}`), {
        discard: true
      })
    ),
    Effect.andThen(Effect.suspend(() => Console.log(printed === 0 ? "[]" : "]")))
  )
}

const HEADER = ["PACKAGE", "VERSION", "PUBLISHED", "DESCRIPTION"]

/** On a terminal a line that is too long for it is cut; what is read by programs stays whole. */
const fit = (line: string): string => (process.stdout.isTTY ? line.slice(0, process.stdout.columns || 80) : line)

const printTable = (pages: Stream.Stream<Page, unknown>) => {
  let table: Table | undefined
  return pages.pipe(
    Stream.runForEach(({ packages }) => {
      if (packages.length === 0) return Effect.void
      const rows = packages.map(rowOf)
      const head = table === undefined
      const { header, line } = (table ??= tableFor(HEADER, rows))
      return Console.log([...(head ? [header] : []), ...rows.map(line)].map(fit).join("\n"))
    }),
    Effect.andThen(
      Effect.suspend(() => (table === undefined ? Console.error("No packages that you may see match.") : Effect.void))
    )
  )
}

/** Prints at most `limit` packages. */
export const list = (input: ListInput) =>
  connected(input, {}, (client) => (input.json ? printJson : printTable)(pagesOf(client, input)))
