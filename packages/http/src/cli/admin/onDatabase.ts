/** Runs what an administration command does on the database that the settings name. Knows no command. */
import { adminMigrations, Members, Organizations, Tokens, Users } from "@platform-control/admin/server"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { Effect, Layer, type Option } from "effect"
import { existingDatabase } from "./existingDatabase.ts"
import { isAnswer } from "../explain.ts"
import { Refusal, refused } from "../Refusal.ts"
import { settingsWith } from "../server/settings.ts"

/** The flags that every administration command has. */
export interface OnDatabase {
  readonly data: Option.Option<string>
}

const services = Layer.mergeAll(Organizations.layer, Users.layer, Members.layer, Tokens.layer).pipe(
  Layer.provide(SqlEvents.layer)
)

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : refused(isAnswer(error) ? error.message : String(error))

/** A handler with the admin services at hand, whose refusals are said in their own words. */
export const onDatabase =
  <Input extends OnDatabase, A, E>(
    body: (input: Input) => Effect.Effect<A, E, Organizations | Users | Members | Tokens>
  ) =>
  (input: Input): Effect.Effect<A, Refusal> =>
    Effect.flatMap(settingsWith(input), (settings) =>
      Effect.provide(body(input), Layer.provide(services, existingDatabase(settings, [adminMigrations])))
    ).pipe(Effect.mapError(toRefusal))
