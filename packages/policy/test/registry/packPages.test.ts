/** Pages of packs are what the words of the specification say, from any number of organizations, named or not. */
import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Array as Arr, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccessState } from "../../src/registry/access.ts"
import { accessRepository } from "../../src/registry/AccessRepository.ts"
import { policyMigrations } from "../../src/server.ts"
import type { PackRow } from "../../src/store/PackRows.ts"

/** More than one statement names, and more than one walks. */
const organizations = Array.from({ length: 260 }, (_, index) => `org${index}`)
const orgOf = (index: number) => organizations[index % organizations.length]!

/** Names repeat over organizations, and differ in letters that only bytes put in order. */
const packs = Array.from({ length: 780 }, (_, index) => ({
  id: `pack-${index}`,
  organization: orgOf(index),
  name: `${["a", "B", "c", "-", "_"][index % 5]}${Math.floor(index / organizations.length)}`,
  visibility: index % 3 === 0 ? "private" : "public",
  external: index % 3 === 0 ? 0 : 1,
  created_at: 0,
  latest_number: index % 11 === 0 ? null : 1
}))

const said = packs.flatMap((pack, index) => {
  const others: ReadonlyArray<readonly [string, AccessState]> = [
    [orgOf(index + 1), "added"],
    [orgOf(index + 60), "added"],
    [orgOf(index + 2), "denied"],
    ...(index % 4 === 0 ? [[pack.organization, "denied"] as const] : [])
  ]
  return others.map(([organization, state]) => ({
    organization,
    pack_id: pack.id,
    state,
    name: pack.name,
    publisher: pack.organization
  }))
})

const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const rows of Arr.chunksOf(packs, 200)) yield* sql`INSERT INTO policy_packs ${sql.insert(rows)}`
  for (const rows of Arr.chunksOf(said, 200)) yield* sql`INSERT INTO policy_access ${sql.insert(rows)}`
})

const whoSaid = (state: AccessState) => {
  const byPack = new Map<string, Set<string>>()
  for (const { organization, pack_id, state: found } of said)
    if (found === state) byPack.set(pack_id, (byPack.get(pack_id) ?? new Set()).add(organization))
  return (id: string, organization: string) => byPack.get(id)?.has(organization) === true
}
const added = whoSaid("added")
const denied = whoSaid("denied")

type Pack = (typeof packs)[number]

/** Open points, section 5, `access`. */
const rules = {
  private: (pack: Pack, viewers: ReadonlyArray<string>) => viewers.includes(pack.organization),
  added: (pack: Pack, viewers: ReadonlyArray<string>) =>
    pack.visibility === "public" && viewers.some((viewer) => added(pack.id, viewer)),
  enabled: (pack: Pack, viewers: ReadonlyArray<string>) =>
    (viewers.includes(pack.organization) && !denied(pack.id, pack.organization)) || rules.added(pack, viewers),
  available: (pack: Pack, viewers: ReadonlyArray<string>) =>
    pack.visibility === "public" && !viewers.includes(pack.organization) && !rules.added(pack, viewers)
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

const expected = (access: keyof typeof rules, viewers: ReadonlyArray<string>) =>
  packs
    .filter((pack) => pack.latest_number !== null && rules[access](pack, viewers))
    .toSorted((a, b) => byBytes(a.name, b.name) || byBytes(a.organization, b.organization))
    .map(({ id }) => id)

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`pages of packs on ${engine.name}`, () => {
    it.layer(Layer.effectDiscard(filled).pipe(Layer.provideMerge(engine.layer(policyMigrations))))((it) => {
      for (const access of ["private", "added", "enabled", "available"] as const) {
        for (const viewers of [[], ["org7"], organizations.slice(40, 43), organizations.slice(0, 120), organizations]) {
          it.effect(`${access} packs of ${viewers.length} organizations: each once, in order, page by page`, () =>
            Effect.gen(function* () {
              const { page } = yield* accessRepository
              const all = expected(access, viewers)
              const limit = viewers.length < 10 ? 4 : 97
              const ids = packs.flatMap(({ id }, index) => (index % 2 === 0 ? [id] : []))
              for (const named of [undefined, ids, []]) {
                const seen: Array<string> = []
                let last: PackRow | undefined
                do {
                  const after = last === undefined ? undefined : [last.name, last.organization]
                  const found = yield* page({ access, viewers, ids: named }, { after, limit })
                  assert.isAtMost(found.length, limit)
                  seen.push(...found.map(({ id }) => id))
                  last = found.length < limit ? undefined : found.at(-1)
                } while (last !== undefined)
                assert.deepStrictEqual(seen, named === undefined ? all : all.filter((id) => named.includes(id)))
              }
            })
          )
        }
      }
    })
  })
}
