/** Runs what an administration command does on the database that the settings name. Knows no command. */
import {
  AuditLayer,
  AuditLog,
  Features,
  Issuers,
  Members,
  OrganizationRemoval,
  Organizations,
  PlatformFiles,
  ServiceTokens,
  Teams,
  Tokens,
  Users
} from "@platform-control/admin/server"
import { ActingAs } from "@platform-control/core/Audit"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { Effect, Layer, type Option } from "effect"
import type { SqlClient } from "effect/sql"
import { migrations } from "../../Migrations.ts"
import * as Ports from "../../Ports.ts"
import { existingDatabase } from "./existingDatabase.ts"
import { nameOnThisMachine } from "./nameOnThisMachine.ts"
import { isAnswer } from "../explain.ts"
import { Refusal, refused } from "../Refusal.ts"
import { settingsWith } from "../server/settings.ts"

/** The flags that every administration command has. */
export interface OnDatabase {
  readonly data: Option.Option<string>
}

const services = Layer.mergeAll(
  Organizations.layer,
  OrganizationRemoval.layer,
  Users.layer,
  Members.layer,
  Teams.layer,
  Issuers.layer,
  Features.layer,
  PlatformFiles.layer,
  Tokens.layer,
  ServiceTokens.layer,
  AuditLog.layer
).pipe(Layer.provide([AuditLayer, Ports.holdings, SqlEvents.layer]))

/** What a command's handler has at hand. */
export type AdministrationServices = Layer.Success<typeof services> | SqlClient.SqlClient

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : refused(isAnswer(error) ? error.message : String(error))

/** A handler with the admin services at hand, whose writes are the command's and whose refusals are said in their own words. */
export const onDatabase =
  <Input extends OnDatabase, A, E>(body: (input: Input) => Effect.Effect<A, E, AdministrationServices>) =>
  (input: Input): Effect.Effect<A, Refusal> =>
    Effect.flatMap(settingsWith(input), (settings) =>
      body(input).pipe(
        Effect.provideService(ActingAs, { kind: "command", name: nameOnThisMachine() }),
        Effect.provide(Layer.provideMerge(services, existingDatabase(settings, migrations)))
      )
    ).pipe(Effect.mapError(toRefusal))
