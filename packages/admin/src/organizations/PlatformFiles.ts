/** Makes a platform file so: all of it or nothing, and what is so already is left alone. Knows no file system and no YAML. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Events } from "@platform-control/core/Events"
import { waitForOthers } from "../waitForOthers.ts"
import { makeApplyIssuers } from "./applyIssuers.ts"
import { makeApplyMembers } from "./applyMembers.ts"
import { makeApplyTeams } from "./applyTeams.ts"
import { makeApplyUsers } from "./applyUsers.ts"
import { differences } from "./differences.ts"
import { Features } from "./Features.ts"
import { Issuers } from "./Issuers.ts"
import { Members } from "./Members.ts"
import { type OrganizationRecord, Organizations } from "./Organizations.ts"
import { at, inOrder, type Place, type Plan, type PlatformChange, PlatformFileRefused } from "./PlatformChanges.ts"
import { decodePlatformFile, type FileOrganization, type PlatformFile } from "./PlatformFile.ts"
import { platformFileRepeats } from "./platformFileRepeats.ts"
import { schemaProblems } from "./schemaProblems.ts"
import { Teams } from "./Teams.ts"
import { Users } from "./Users.ts"

const EVERYTHING = { limit: Number.MAX_SAFE_INTEGER }

/** Both give what changes, in the order in which it is done, and nothing when all is so already. */
export class PlatformFiles extends Context.Service<
  PlatformFiles,
  {
    /** What `apply` would change or refuse, as things are now. It writes nothing, and nobody waits for it. */
    readonly plan: (content: unknown) => Effect.Effect<ReadonlyArray<PlatformChange>, PlatformFileRefused>
    /** Refused with every place that breaks the form, or with the first that can't be made so; then nothing is changed. */
    readonly apply: (content: unknown) => Effect.Effect<ReadonlyArray<PlatformChange>, PlatformFileRefused>
  }
>()("platform-control/admin/PlatformFiles") {
  static readonly layer: Layer.Layer<PlatformFiles, never, SqlClient.SqlClient | Events> = Layer.effect(
    PlatformFiles,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organizations = yield* Organizations
      const features = yield* Features
      const memberships = yield* Members
      const applyUsers = yield* makeApplyUsers
      const applyMembers = yield* makeApplyMembers
      const applyTeams = yield* makeApplyTeams
      const applyIssuers = yield* makeApplyIssuers

      const applyProfile = (
        { avatarUrl, displayName, name }: FileOrganization,
        before: Option.Option<OrganizationRecord>,
        place: number
      ): ReadonlyArray<Plan> => {
        const here = at("organizations", place)
        const what = `organization ${name}`
        const wanted = {
          ...(displayName === undefined ? {} : { displayName }),
          ...(avatarUrl === undefined ? {} : { avatarUrl })
        }
        if (Option.isNone(before)) {
          const create = Effect.asVoid(organizations.create({ name, ...wanted }))
          return [{ changes: [{ action: "create", what, details: [] }], run: here(create) }]
        }
        const { changed, details } = differences(before.value, wanted)
        if (details.length === 0) return []
        const set = organizations.setProfile(name, changed)
        return [{ changes: [{ action: "change", what, details }], run: here(set) }]
      }

      const applyFeatures = Effect.fnUntraced(function* ({ features: wanted, name }: FileOrganization, place: number) {
        if (wanted === undefined) return []
        const { changed, details } = differences(yield* features.of(name), wanted)
        if (details.length === 0) return []
        const set = Effect.asVoid(features.set(name, changed))
        const what = `features of ${name}`
        return [
          { changes: [{ action: "change", what, details }], run: at("organizations", place)(set) }
        ] satisfies ReadonlyArray<Plan>
      })

      const applyOrganization = Effect.fnUntraced(function* (
        organization: FileOrganization,
        place: number,
        fileUsers: ReadonlySet<string>
      ) {
        const { issuers, members, name, teams } = organization
        const of = (part: string): Place => ({ organization: name, path: ["organizations", place, part] })
        const found = yield* organizations.find(name)
        const isNew = Option.isNone(found)
        const asksForMembers = !isNew && (members !== undefined || teams?.some((team) => team.members !== undefined))
        const listed = asksForMembers ? yield* at("organizations", place)(memberships.list(name, EVERYTHING)) : []
        const before = new Map(listed.map((member) => [member.login, member]))
        const people = { fileUsers, members: new Set(members?.map(({ login }) => login) ?? before.keys()) }
        return inOrder([
          ...applyProfile(organization, found, place),
          ...(yield* applyFeatures(organization, place)),
          ...(members === undefined ? [] : [yield* applyMembers(of("members"), members, before, fileUsers)]),
          ...(teams === undefined ? [] : [yield* applyTeams(of("teams"), teams, isNew, people)]),
          ...(issuers === undefined ? [] : [yield* applyIssuers(of("issuers"), issuers, isNew)])
        ])
      })

      const read = Effect.fnUntraced(function* (content: unknown) {
        const file = yield* decodePlatformFile(content).pipe(
          Effect.mapError(
            (error) => new PlatformFileRefused({ problems: schemaProblems(error, Number.POSITIVE_INFINITY) })
          )
        )
        const repeats = platformFileRepeats(file)
        return repeats.length === 0 ? file : yield* new PlatformFileRefused({ problems: repeats })
      })

      const planned = Effect.fnUntraced(function* ({ organizations = [], users = [] }: PlatformFile) {
        const fileUsers = new Set(users.map(({ login }) => login))
        return inOrder([
          yield* applyUsers(users),
          ...(yield* Effect.forEach(organizations, (organization, place) =>
            applyOrganization(organization, place, fileUsers)
          ))
        ])
      })

      const apply = Effect.fnUntraced(
        function* (file: PlatformFile) {
          yield* waitForOthers
          const { changes, run } = yield* planned(file)
          yield* run
          return changes
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return PlatformFiles.of({
        plan: (content) => Effect.map(Effect.flatMap(read(content), planned), ({ changes }) => changes),
        apply: (content) => Effect.flatMap(read(content), apply)
      })
    })
  ).pipe(Layer.provide([Organizations.layer, Users.layer, Members.layer, Teams.layer, Issuers.layer, Features.layer]))
}
