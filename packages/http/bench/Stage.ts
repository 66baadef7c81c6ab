/** Every server of one run, each started and filled with the same packages when a measure first asks for it. */
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Effect, Scope } from "effect"
import { join } from "node:path"
import type { BenchFault } from "./BenchFault.ts"
import type { Peer } from "./contestants/Peer.ts"
import { type PlatformControl, sqlitePlace, startPlatformControl } from "./contestants/platformControl.ts"
import { startSameWork } from "./contestants/sameWork.ts"
import { startVerdaccio } from "./contestants/verdaccio.ts"
import type { Effort } from "./Effort.ts"
import { fill } from "./load/publish.ts"
import { peersFolder } from "./peers/Peers.ts"

/** The names of the packages that are there from the beginning start with this. */
export const FILLED = "sample"

export const SQLITE = "Platform Control, SQLite"
export const POSTGRES = "Platform Control, PostgreSQL"

/** All members are the same server for all measures; whoever changes its content has to be the last one. */
export interface Stage {
  readonly effort: Effort
  /** A folder that is removed at the end. */
  readonly folder: string
  readonly peers: Effect.Effect<string, BenchFault>
  readonly sqlite: Effect.Effect<PlatformControl, BenchFault>
  /** None without PLATFORM_CONTROL_TEST_POSTGRES_URL. */
  readonly postgres: Effect.Effect<PlatformControl | undefined, BenchFault>
  readonly bare: Effect.Effect<Peer, BenchFault>
  readonly fastify: Effect.Effect<Peer, BenchFault>
  readonly verdaccio: Effect.Effect<Peer, BenchFault>
}

/** A URL of an empty PostgreSQL database that goes with the scope, or none where no server is set. */
export const emptyPostgres: Effect.Effect<string | undefined, never, Scope.Scope> = Effect.suspend(() => {
  const engine = testEngines.find(({ name, skip }) => name === "PostgreSQL" && !skip)
  return engine === undefined ? Effect.undefined : engine.emptyDatabase
})

/** The stage of one run; everything that was started on it ends with the scope. */
export const makeStage = Effect.fnUntraced(function* (effort: Effort): Effect.fn.Return<Stage, never, Scope.Scope> {
  const scope = yield* Scope.Scope
  const folder = yield* temporaryFolder
  const peers = yield* Effect.cached(peersFolder)
  const once = <A>(start: Effect.Effect<A, BenchFault, Scope.Scope>) => Effect.cached(Scope.provide(start, scope))

  const filled = (ours: PlatformControl) => Effect.as(fill(ours, "two phases", FILLED, effort.packages), ours)
  const place = sqlitePlace(SQLITE, join(folder, "sqlite"))
  const sqlite = yield* once(Effect.flatMap(startPlatformControl(place), filled))

  const postgres = yield* once(
    Effect.flatMap(emptyPostgres, (databaseUrl) =>
      databaseUrl === undefined
        ? Effect.undefined
        : Effect.flatMap(
            startPlatformControl({ name: POSTGRES, folder: join(folder, "postgres"), databaseUrl }),
            filled
          )
    )
  )

  const sameWork = (name: "node:http" | "Fastify 5") =>
    once(
      Effect.flatMap(Effect.all([peers, sqlite]), ([peers, ours]) =>
        startSameWork(name, { peers, ours, database: place.file, folder: join(folder, name.replaceAll(/\W/g, "-")) })
      )
    )

  return {
    effort,
    folder,
    peers,
    sqlite,
    postgres,
    bare: yield* sameWork("node:http"),
    fastify: yield* sameWork("Fastify 5"),
    verdaccio: yield* once(
      Effect.flatMap(peers, (peers) => startVerdaccio({ peers, folder: join(folder, "verdaccio") })).pipe(
        Effect.tap((verdaccio) => fill(verdaccio, "npm", FILLED, effort.packages))
      )
    )
  }
})
