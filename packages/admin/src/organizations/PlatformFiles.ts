/** Makes a platform file so: all of it or nothing, and what is so already is left alone. Knows no file system and no YAML. */
import { Context, Data, Effect, Layer, Option } from "effect"
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
import { Organizations } from "./Organizations.ts"
import { at, type PlatformChange, PlatformFileRefused } from "./PlatformChanges.ts"
import { decodePlatformFile, type FileOrganization, type PlatformFile } from "./PlatformFile.ts"
import { platformFileRepeats } from "./platformFileRepeats.ts"
import { schemaProblems } from "./schemaProblems.ts"
import { Teams } from "./Teams.ts"
import { Users } from "./Users.ts"

/** Undoes what was tried, and carries out of the transaction what it was. */
class OnlyTried extends Data.TaggedError("OnlyTried")<{ readonly changes: ReadonlyArray<PlatformChange> }> {}

/** Both give what changes, in the order in which it is done, and nothing when all is so already. */
export class PlatformFiles extends Context.Service<
  PlatformFiles,
  {
    /** What `apply` would change or refuse: it is tried and undone. */
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
      const applyUsers = yield* makeApplyUsers
      const applyMembers = yield* makeApplyMembers
      const applyTeams = yield* makeApplyTeams
      const applyIssuers = yield* makeApplyIssuers

      const applyProfile = Effect.fnUntraced(function* ({ avatarUrl, displayName, name }: FileOrganization) {
        const what = `organization ${name}`
        const found = yield* organizations.find(name)
        const wanted = {
          ...(displayName === undefined ? {} : { displayName }),
          ...(avatarUrl === undefined ? {} : { avatarUrl })
        }
        if (Option.isNone(found)) {
          yield* organizations.create({ name, ...wanted })
          return [{ action: "create", what, details: [] }] satisfies ReadonlyArray<PlatformChange>
        }
        const { changed, details } = differences(found.value, wanted)
        if (details.length === 0) return []
        yield* organizations.setProfile(name, changed)
        return [{ action: "change", what, details }] satisfies ReadonlyArray<PlatformChange>
      })

      const applyFeatures = Effect.fnUntraced(function* ({ features: wanted, name }: FileOrganization) {
        if (wanted === undefined) return []
        const { changed, details } = differences(yield* features.of(name), wanted)
        if (details.length === 0) return []
        yield* features.set(name, changed)
        const what = `features of ${name}`
        return [{ action: "change", what, details }] satisfies ReadonlyArray<PlatformChange>
      })

      const applyOrganization = Effect.fnUntraced(function* (organization: FileOrganization, place: number) {
        const { issuers, members, name, teams } = organization
        const here = at("organizations", place)
        return [
          ...(yield* here(applyProfile(organization))),
          ...(yield* here(applyFeatures(organization))),
          ...(members === undefined ? [] : yield* applyMembers(name, members, place)),
          ...(teams === undefined ? [] : yield* applyTeams(name, teams, place)),
          ...(issuers === undefined ? [] : yield* applyIssuers(name, issuers, place))
        ]
      })

      const read = Effect.fnUntraced(function* (content: unknown) {
        const file = yield* decodePlatformFile(content).pipe(
          Effect.mapError((error) => new PlatformFileRefused({ problems: schemaProblems(error) }))
        )
        const repeats = platformFileRepeats(file)
        return repeats.length === 0 ? file : yield* new PlatformFileRefused({ problems: repeats })
      })

      const make = Effect.fnUntraced(
        function* ({ organizations = [], users = [] }: PlatformFile) {
          yield* waitForOthers
          const changes: Array<PlatformChange> = [...(yield* applyUsers(users))]
          for (const [place, organization] of organizations.entries()) {
            changes.push(...(yield* applyOrganization(organization, place)))
          }
          return changes
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      return PlatformFiles.of({
        plan: (content) =>
          read(content).pipe(
            Effect.flatMap((file) =>
              make(file).pipe(
                Effect.flatMap((changes) => Effect.fail(new OnlyTried({ changes }))),
                sql.withTransaction
              )
            ),
            Effect.catchTags({ OnlyTried: ({ changes }) => Effect.succeed(changes), SqlError: Effect.die })
          ),
        apply: (content) =>
          read(content).pipe(
            Effect.flatMap((file) => sql.withTransaction(make(file))),
            Effect.catchTag("SqlError", Effect.die)
          )
      })
    })
  ).pipe(Layer.provide([Organizations.layer, Users.layer, Members.layer, Teams.layer, Issuers.layer, Features.layer]))
}
