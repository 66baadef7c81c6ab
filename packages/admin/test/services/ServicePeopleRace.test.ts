/** Services and who owns them or belongs to them, changed at the same moment: one comes first, whichever it is, and nobody is stuck. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { setImmediate } from "node:timers/promises"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { AuditLayer, Members, OrganizationRemoval, Organizations, Teams, Users } from "../../src/server.ts"
import { servicesRepository } from "../../src/services/ServicesRepository.ts"
import { makePlace, sampleService, servicesOn, stacks, Web } from "../support/servicesOverHttp.ts"

/** Until each of them is done, or the database lets it wait; on SQLite they have had their turns when they wait for the writer. */
const untilAllWait = Effect.fnUntraced(function* (
  engine: TestEngine,
  ...fibers: ReadonlyArray<Fiber.Fiber<unknown, unknown>>
) {
  const sql = yield* SqlClient.SqlClient
  for (let turn = 0; ; turn++) {
    const running = fibers.filter((fiber) => fiber.pollUnsafe() === undefined).length
    if (running === 0 || (engine.name === "SQLite" && turn === 100)) return
    if (engine.name === "PostgreSQL") {
      const waiting = yield* sql`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      if (waiting.length >= running) return
    }
    yield* Effect.yieldNow
  }
})

/** A transaction that stops between its two parts, and goes on when it is told to. */
const inTwoParts = Effect.fnUntraced(function* <A, E, R, B, E2, R2>(
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<B, E2, R2>
) {
  const sql = yield* SqlClient.SqlClient
  const begun = yield* Deferred.make<void>()
  const goOn = yield* Deferred.make<void>()
  const fiber = yield* first.pipe(
    Effect.andThen(Deferred.succeed(begun, undefined)),
    Effect.andThen(Deferred.await(goOn)),
    Effect.andThen(second),
    sql.withTransaction,
    Effect.forkChild
  )
  yield* Deferred.await(begun)
  return { fiber, goOn: Deferred.succeed(goOn, undefined) }
})

const undone = Effect.fail("undone" as const)

/** How often everybody goes and comes again; SQLite has one writer anyway. */
const roundsOn = (engine: TestEngine) => (engine.name === "PostgreSQL" ? 20 : 2)

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the race for who belongs to services on ${engine.name}`, () => {
    const application = Layer.provideMerge(Layer.provide(OrganizationRemoval.layer, AuditLayer), servicesOn(engine))

    /** Somebody makes a service of that name, and in the end does not. */
    const almostMade = (organization: string, name: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const row = { id: `almost-${organization}`, organization, name, owner_type: "team", owner_name: "nobody" }
        const more = { owner_user_id: null, description: "", properties: "[]", created_at: 1 }
        return inTwoParts(sql`INSERT INTO admin_services ${sql.insert({ ...row, ...more })}`, undone)
      })

    const ownersOf = (organization: string) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT s.name, s.owner_name AS "ownerName", u.login, t.name AS team FROM admin_services s
          LEFT JOIN admin_users u ON u.id = s.owner_user_id
          LEFT JOIN admin_teams t ON t.organization = s.organization AND t.name = s.owner_name
          WHERE s.organization = ${organization} ORDER BY s.name`
      )

    it.layer(application, { excludeTestServices: true })((it) => {
      it.effect("a team stays when it is removed while a service is made for it", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("team-first")
          const teams = yield* Teams
          yield* place.team("ops", [])
          const almost = yield* almostMade("team-first", "shop")
          const service = sampleService("ops", "shop", { ownerType: "team" })
          const making = yield* Effect.forkChild(place.send("POST", place.path, service))
          yield* untilAllWait(engine, making)
          const removing = yield* Effect.forkChild(Effect.flip(teams.remove("team-first", "ops")))
          yield* untilAllWait(engine, making, removing)
          yield* almost.goOn
          yield* Effect.exit(Fiber.join(almost.fiber))
          assert.strictEqual((yield* Fiber.join(making)).status, 200)
          assert.strictEqual((yield* Fiber.join(removing))._tag, "Conflict")
          assert.deepStrictEqual(yield* ownersOf("team-first"), [
            { name: "shop", ownerName: "ops", login: null, team: "ops" }
          ])
        })
      )

      it.effect("404 for a team whose removal began before, and none of that name inherits the service", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("team-second")
          const teams = yield* Teams
          yield* place.team("ops", [])
          const removing = yield* inTwoParts(teams.remove("team-second", "ops"), Effect.void)
          const service = sampleService("ops", "shop", { ownerType: "team" })
          const making = yield* Effect.forkChild(place.send("POST", place.path, service))
          yield* untilAllWait(engine, making)
          yield* removing.goOn
          yield* Fiber.join(removing.fiber)
          assert.strictEqual((yield* Fiber.join(making)).status, 404)
          assert.deepStrictEqual(yield* ownersOf("team-second"), [])
        })
      )

      it.effect("a user who is removed while a service is made for them owns it until then", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("user-first")
          const members = yield* Members
          const users = yield* Users
          const { login } = yield* place.person("dora", "member")
          const almost = yield* almostMade("user-first", "shop")
          const making = yield* Effect.forkChild(place.send("POST", place.path, sampleService(login, "shop")))
          yield* untilAllWait(engine, making)
          const removing = yield* Effect.forkChild(
            Effect.andThen(members.remove("user-first", login), users.remove(login))
          )
          yield* untilAllWait(engine, making, removing)
          yield* almost.goOn
          yield* Effect.exit(Fiber.join(almost.fiber))
          const made = yield* Fiber.join(making)
          assert.strictEqual(made.status, 200, JSON.stringify(made.json))
          yield* Fiber.join(removing)
          assert.deepStrictEqual(yield* ownersOf("user-first"), [
            { name: "shop", ownerName: login, login: null, team: null }
          ])
        })
      )

      it.effect("404 for a user whose removal began before", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("user-second")
          const members = yield* Members
          const users = yield* Users
          const { login } = yield* place.person("dora", "member")
          const removing = yield* inTwoParts(members.remove("user-second", login), users.remove(login))
          const making = yield* Effect.forkChild(place.send("POST", place.path, sampleService(login, "shop")))
          yield* untilAllWait(engine, making)
          yield* removing.goOn
          yield* Fiber.join(removing.fiber)
          assert.strictEqual((yield* Fiber.join(making)).status, 404)
        })
      )

      it.effect("a team is removed behind a change of the members of its service", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const place = yield* makePlace("share")
          const teams = yield* Teams
          const { id, login } = yield* place.person("erin", "member")
          yield* place.team("ops", [])
          const own = yield* place.service("shop")
          const ops = { type: "team", name: "ops" }
          yield* place.send("PATCH", own, { members: [ops] })
          const lock = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE`, orElse: () => sql`` })
          const held = yield* inTwoParts(sql`SELECT role FROM admin_members WHERE user_id = ${id} ${lock}`, Effect.void)
          const sharing = yield* Effect.forkChild(
            place.send("PATCH", own, { members: [{ type: "user", name: login }, ops] })
          )
          yield* untilAllWait(engine, sharing)
          const removing = yield* Effect.forkChild(teams.remove("share", "ops"))
          yield* untilAllWait(engine, sharing, removing)
          yield* held.goOn
          const shared = yield* Fiber.join(sharing)
          assert.strictEqual(shared.status, 200, JSON.stringify(shared.json))
          yield* Fiber.join(removing)
          const { json } = yield* place.send("GET", own)
          assert.deepStrictEqual(
            json.service.members.map(({ name }: { readonly name: string }) => name),
            [place.admin.login, login]
          )
        })
      )

      for (const order of ["forth", "back"] as const) {
        const two = Effect.fnUntraced(function* (organization: string) {
          const place = yield* makePlace(organization)
          const people = [yield* place.person("a", "member"), yield* place.person("b", "member")]
          const own = yield* place.service("shop")
          const members = people.map(({ login }) => ({ type: "user", name: login }))
          assert.strictEqual((yield* place.send("PATCH", own, { members })).status, 200)
          const [first, second] = order === "forth" ? people : people.toReversed()
          return { place, own, members, first: first!.login, second: second!.login }
        })

        it.effect(`a service is deleted behind a file that removes two of its members, ${order}`, () =>
          Effect.gen(function* () {
            const organization = `two-removed-${order}`
            const { first, own, place, second } = yield* two(organization)
            const members = yield* Members
            const removing = yield* inTwoParts(
              members.remove(organization, first),
              members.remove(organization, second)
            )
            const deleting = yield* Effect.forkChild(place.send("DELETE", `${own}?force=true`))
            yield* untilAllWait(engine, deleting)
            yield* removing.goOn
            yield* Fiber.join(removing.fiber)
            assert.strictEqual((yield* Fiber.join(deleting)).status, 204)
          })
        )

        it.effect(`a service is shared anew behind a file that changes two of its members, ${order}`, () =>
          Effect.gen(function* () {
            const organization = `two-changed-${order}`
            const { first, members: wanted, own, place, second } = yield* two(organization)
            const members = yield* Members
            const changing = yield* inTwoParts(
              members.setRole(organization, first, "billing-manager"),
              members.setRole(organization, second, "billing-manager")
            )
            const sharing = yield* Effect.forkChild(place.send("PATCH", own, { members: wanted }))
            yield* untilAllWait(engine, sharing)
            yield* changing.goOn
            yield* Fiber.join(changing.fiber)
            assert.strictEqual((yield* Fiber.join(sharing)).status, 200)
          })
        )
      }

      it.effect("a user is removed behind a change of a service that has items of theirs", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const place = yield* makePlace("items")
          const services = yield* servicesRepository
          const { login, token } = yield* place.person("dora", "admin")
          const own = yield* place.service("shop")
          assert.strictEqual(
            (yield* send("POST", `${own}/v2/items`, { token, body: { items: stacks(2) } })).status,
            204
          )
          yield* (yield* Members).remove("items", login)
          const changing = yield* inTwoParts(services.findForChange("items", "shop"), Effect.void)
          const removing = yield* Effect.forkChild((yield* Users).remove(login))
          yield* untilAllWait(engine, removing)
          assert.isUndefined(removing.pollUnsafe())
          yield* changing.goOn
          yield* Fiber.join(changing.fiber)
          yield* Fiber.join(removing)
          assert.isTrue(Option.isNone(yield* (yield* Users).find(login)))
        })
      )

      it.effect("an organization and a user are removed at the same time with the services of both", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const removal = yield* OrganizationRemoval
          const users = yield* Users
          const place = yield* makePlace("both")
          const { id: userId, login } = yield* place.person("dora")
          const row = { organization: "both", owner_type: "user", owner_name: login, owner_user_id: userId }
          const more = { description: "", properties: "[]", created_at: 1 }
          for (const [found, id] of ["s3", "s2", "s1"].entries())
            yield* sql`INSERT INTO admin_services ${sql.insert({ ...row, ...more, id, name: `found-${found}` })}`
          const held = yield* inTwoParts((yield* servicesRepository).findForChange("both", "found-1"), Effect.void)
          const leaving = yield* Effect.forkChild(users.remove(login))
          yield* untilAllWait(engine, leaving)
          const ending = yield* Effect.forkChild(removal.remove("both"))
          yield* untilAllWait(engine, leaving, ending)
          yield* held.goOn
          yield* Fiber.join(leaving)
          yield* Fiber.join(ending)
          assert.isTrue(Option.isNone(yield* (yield* Organizations).find("both")))
        })
      )

      it.effect("services are shared and deleted while members and teams come and go: nothing is stuck", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("busy")
          const members = yield* Members
          const teams = yield* Teams
          const people = yield* Effect.forEach(["a", "b", "c"], (name) => place.person(name, "member"))
          const logins = people.map(({ login }) => login)
          for (const name of ["ops", "dev"]) yield* place.team(name, logins)
          const all = [
            ...logins.map((name) => ({ type: "user", name })),
            ...["ops", "dev"].map((name) => ({ type: "team", name }))
          ]
          for (const name of ["one", "two"]) yield* place.service(name)
          const rounds = roundsOn(engine)
          let isOver = false
          const answers = new Map<number, number>()
          const ask = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
            // As between two requests over a network; SQLite commits there.
            yield* Effect.promise(() => setImmediate())
            const { status } = yield* place.send(method, path, body)
            answers.set(status, (answers.get(status) ?? 0) + 1)
          })
          const share = (name: string, wanted: typeof all) => ask("PATCH", place.pathOf(name), { members: wanted })
          const untilItIsOver = (turn: Effect.Effect<void>) => Effect.repeat(turn, { until: () => isOver })
          const sharing = untilItIsOver(
            Effect.gen(function* () {
              yield* share("one", all)
              yield* share("two", all.toReversed())
              yield* share("one", all.slice(1, 2))
            })
          )
          const remaking = untilItIsOver(
            Effect.gen(function* () {
              yield* ask("POST", place.path, sampleService("ops", "three", { ownerType: "team" }))
              yield* share("three", all)
              yield* ask("DELETE", `${place.path}/team/ops/three?force=true`)
            })
          )
          const coming = Effect.gen(function* () {
            for (let round = 0; round < rounds; round++) {
              for (const login of logins) {
                yield* members.remove("busy", login)
                yield* members.add("busy", login, "member")
              }
              for (const name of ["ops", "dev"]) {
                if (Exit.isSuccess(yield* Effect.exit(teams.remove("busy", name))))
                  yield* teams.create("busy", { name })
                yield* teams
                  .addMember("busy", name, logins[0]!, "member")
                  .pipe(Effect.catchTag("Conflict", () => Effect.void))
              }
            }
          }).pipe(Effect.ensuring(Effect.sync(() => (isOver = true))))
          yield* Effect.all([sharing, remaking, coming], { concurrency: "unbounded" })
          assert.includeMembers([200, 204, 404, 409], [...answers.keys()], JSON.stringify([...answers]))
          assert.isAbove(answers.get(200) ?? 0, 0)
        })
      )
    })
  })
}
