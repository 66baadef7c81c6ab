/** The first page of a very large list beside its last one. */
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
/** The way to the last page is gone in larger steps. */
const LARGEST_PAGE = 500
const MOST_OF_FIRST_PAGE = 1.2
const TEMPLATE = "template"

interface Page {
  readonly packages: ReadonlyArray<{ readonly name: string }>
  readonly continuationToken?: string
}

const pathOf = (limit: number, token: string | undefined): string =>
  `/api/registry/packages?limit=${limit}${token === undefined ? "" : `&continuationToken=${token}`}`

/** The token with which the page begins that shows the package of this index first. */
const tokenAt = Effect.fnUntraced(function* (ours: PlatformControl, index: number) {
  let token: string | undefined
  for (let at = 0; at < index;) {
    const limit = Math.min(LARGEST_PAGE, index - at)
    const url = ours.origin + pathOf(limit, token)
    const page: Page = yield* jsonOf<Page>(request(url, { headers: bearer(ours) }))
    token = page.continuationToken
    at += limit
  }
  return token
})

const pageBeginsWith =
  (index: number): FaultOf =>
  (body) => {
    const { packages } = JSON.parse(body) as Page
    const name = sampleName("paged", index)
    return packages.length === PAGE && packages[0]?.name === name
      ? undefined
      : `not the ${PAGE} packages from ${name} on`
  }

const pagesOf = Effect.fnUntraced(function* (stage: Stage, place: Place) {
  const peers = yield* stage.peers
  const ours = yield* startPlatformControl(place)
  yield* fill(ours, "two phases", TEMPLATE, 1)
  const { pagedPackages } = stage.effort
  yield* fillPackages(place.databaseUrl, sampleName(TEMPLATE, 0), "paged", pagedPackages)
  const last = pagedPackages - PAGE
  const token = yield* tokenAt(ours, last)
  const pages = [
    { contestant: `${place.name}, page 1`, paths: [pathOf(PAGE, undefined)], faultOf: pageBeginsWith(0) },
    {
      contestant: `${place.name}, page ${pagedPackages / PAGE}`,
      paths: [pathOf(PAGE, token)],
      faultOf: pageBeginsWith(last)
    }
  ]
  const trials = pages.map((page) => readTrial({ peer: ours, peers, ...page }))
  const rounds = yield* alternate(trials, stage.effort)
  const [first = "", other = ""] = pages.map(({ contestant }) => contestant)
  return { figures: rounds.map(figureOf), verdicts: [timesTheCost(rounds, [other, first], MOST_OF_FIRST_PAGE)] }
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
