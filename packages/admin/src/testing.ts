/** Organizations, users and tokens for the tests of whatever stands behind the authorization doors. */
import { Effect, Layer } from "effect"
import { Events } from "@platform-control/core/Events"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { AdminLayer } from "./AdminLayer.ts"
import { adminMigrations } from "./AdminMigrations.ts"
import { Members } from "./organizations/Members.ts"
import { Organizations } from "./organizations/Organizations.ts"
import { Users } from "./organizations/Users.ts"
import { type NewToken, Tokens } from "./tokens/Tokens.ts"

/** This area on an empty database of an engine, alone in its process. */
export const layerAdminOn = (engine: TestEngine) =>
  AdminLayer.pipe(Layer.provideMerge(Layer.mergeAll(engine.layer(adminMigrations), Events.layerInProcess)))

/** This area on a new SQLite file. */
export const layerTestAdmin = layerAdminOn(testEngines[0]!)

/** A user with a personal token. */
export const makeUser = Effect.fnUntraced(function* (
  login: string,
  flags: { readonly siteAdmin?: boolean; readonly registryAdmin?: boolean } = {}
) {
  const user = yield* (yield* Users).create({ login, email: `${login}@example.com`, ...flags })
  const token = yield* makeToken({ kind: "personal", userId: user.id })
  return { ...user, tokenId: token.id, token: token.value }
}, Effect.orDie)

/** What a test says of a token; the rest does not matter to it. */
type SampleToken<Token = NewToken> = Token extends NewToken
  ? Omit<Token, "description" | "createdBy" | "expiresAt"> & { readonly expiresAt?: number }
  : never

/** A token that never expires, unless the test says otherwise. */
export const makeToken = Effect.fnUntraced(function* (token: SampleToken) {
  const stated: NewToken = { description: "for a test", createdBy: "tests", ...token, expiresAt: token.expiresAt ?? 0 }
  return yield* (yield* Tokens).create(stated)
}, Effect.orDie)

/**
 * Two organizations, `acme` and `globex`. In `acme`: `alice`, an administrator; `bob`, a member who may publish;
 * `carol`, a member. In `globex`: `dave`, an administrator. In none: `root`, who administers the site and the registry.
 */
export const makeSample = Effect.gen(function* () {
  const organizations = yield* Organizations
  const members = yield* Members
  yield* organizations.create({ name: "acme", displayName: "Acme" })
  yield* organizations.create({ name: "globex", displayName: "Globex" })
  const alice = yield* makeUser("alice")
  const bob = yield* makeUser("bob")
  const carol = yield* makeUser("carol")
  const dave = yield* makeUser("dave")
  const root = yield* makeUser("root", { siteAdmin: true, registryAdmin: true })
  yield* members.add("acme", "alice", "admin")
  yield* members.add("acme", "bob", "member")
  yield* members.setRegistryPublish("acme", "bob", true)
  yield* members.add("acme", "carol", "member")
  yield* members.add("globex", "dave", "admin")
  const acme = yield* makeToken({ kind: "organization", organization: "acme", name: "automation", admin: false })
  return { alice, bob, carol, dave, root, acme }
}).pipe(Effect.orDie)
