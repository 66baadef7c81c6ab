/** The first pages of a very large list beside its last ones. */
import { Effect } from "effect"
import { join } from "node:path"
import type { BenchFault } from "../BenchFault.ts"
import { bearer } from "../contestants/Peer.ts"
import { type Place, type PlatformControl, sqlitePlace, startPlatformControl } from "../contestants/platformControl.ts"
import { fill } from "../load/publish.ts"
import { jsonOf, request } from "../load/request.ts"
import { timesTheCost } from "../results/goals.ts"
import type { Outcome } from "../results/Outcome.ts"
import { alternate, figureOf } from "../rounds/alternate.ts"
import type { FaultOf } from "../rounds/faults.ts"
import { readTrial } from "../rounds/readTrial.ts"
import { fillPackages } from "../samples/fillPackages.ts"
import { sampleName } from "../samples/samplePackage.ts"
import { emptyPostgres, POSTGRES, SQLITE, type Stage } from "../Stage.ts"

const PAGE = 100
/** The way to the last pages is gone in larger steps. */
const LARGEST_PAGE = 500
/** So many pages of either end, more than a server keeps in memory, so that every page is read anew. */
const PAGES = 200
const MOST_OF_FIRST_PAGES = 1.2
const TEMPLATE = "template"

interface Page {
  readonly packages: ReadonlyArray<{ readonly name: string }>
  readonly continuationToken?: string
}

const pathOf = (limit: number, token: string | undefined): string =>
  `/api/registry/packages?limit=${limit}${token === undefined ? "" : `&continuationToken=${token}`}`

/** The paths of all pages from one index to another, by the index of their first package. */
const pathsBetween = Effect.fnUntraced(function* (ours: PlatformControl, from: number, to: number) {
  const paths = new Map<string, number>()
  let token: string | undefined
  for (let at = 0; at < to;) {
    const limit = at < from ? Math.min(LARGEST_PAGE, from - at) : PAGE
    const path = pathOf(limit, token)
    if (at >= from) paths.set(path, at)
    const page: Page = yield* jsonOf<Page>(request(ours.origin + path, { headers: bearer(ours) }))
    token = page.continuationToken
    at += limit
  }
  return paths
})

const beginsAt =
  (indexes: ReadonlyMap<string, number>): FaultOf =>
  (body, path) => {
    const { packages } = JSON.parse(body) as Page
    const name = sampleName("paged", indexes.get(path) ?? -1)
    return packages.length === PAGE && packages[0]?.name === name
      ? undefined
      : `expected were the ${PAGE} packages from ${name} on`
  }

const pagesOf = Effect.fnUntraced(function* (stage: Stage, place: Place) {
  const peers = yield* stage.peers
  const ours = yield* startPlatformControl(place)
  yield* fill(ours, "two phases", TEMPLATE, 1)
  const { pagedPackages } = stage.effort
  yield* fillPackages(place.databaseUrl, sampleName(TEMPLATE, 0), "paged", pagedPackages)
  const all = pagedPackages / PAGE
  const pages = Math.min(PAGES, Math.floor(all / 2))
  const trial = Effect.fnUntraced(function* (firstPage: number) {
    const paths = yield* pathsBetween(ours, (firstPage - 1) * PAGE, (firstPage - 1 + pages) * PAGE)
    const contestant = `${place.name}, pages ${firstPage} to ${firstPage - 1 + pages}`
    return readTrial({ peer: ours, contestant, peers, paths: [...paths.keys()], faultOf: beginsAt(paths) })
  })
  const [first, last] = [yield* trial(1), yield* trial(all - pages + 1)]
  const rounds = yield* alternate([first, last], stage.effort)
  return {
    figures: rounds.map(figureOf),
    verdicts: [timesTheCost(rounds, [last.contestant, first.contestant], MOST_OF_FIRST_PAGES)]
  }
}, Effect.scoped)

/** On servers of its own, whose lists hold one package a row and nothing else. */
export const paging = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const onSqlite = yield* pagesOf(stage, sqlitePlace(SQLITE, join(stage.folder, "paged")))
  const onPostgres = yield* Effect.scoped(
    Effect.flatMap(emptyPostgres, (databaseUrl) =>
      databaseUrl === undefined
        ? Effect.succeed({ figures: [], verdicts: [] })
        : pagesOf(stage, { name: POSTGRES, folder: join(stage.folder, "paged-postgres"), databaseUrl })
    )
  )
  return {
    operation: `list of ${stage.effort.pagedPackages.toLocaleString("en")} packages, by pages of ${PAGE}`,
    figures: [...onSqlite.figures, ...onPostgres.figures],
    verdicts: [...onSqlite.verdicts, ...onPostgres.verdicts]
  }
})
