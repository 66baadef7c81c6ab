/** The database that the settings name, opened only when it is there. */
import type { AreaMigrations } from "@platform-control/core/database/Migrations"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import * as Database from "../../Database.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
import { type Refusal, refused } from "../Refusal.ts"
import { requireTables } from "../server/requireTables.ts"
import { sayCannotStart } from "../server/sayCannotStart.ts"

const requireFile = (settings: ServerConfig) => {
  const file = Database.fileOf(settings)
  return file === undefined || existsSync(file)
    ? Effect.void
    : Effect.fail(
        refused(
          `There is no database at ${file}.`,
          "Is it the right folder? --data and PLATFORM_CONTROL_DATABASE_URL name another.",
          "`platform-control start` makes one, and `platform-control migrate` as well."
        )
      )
}

/** A mistyped folder must not become a second database, and what only changes rows must not change tables. */
export const existingDatabase = (
  settings: ServerConfig,
  areas: ReadonlyArray<AreaMigrations>
): Layer.Layer<SqlClient.SqlClient, Refusal> =>
  Layer.effectDiscard(requireTables(areas)).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.as(requireFile(settings), Database.layer(settings)))),
    Layer.catch((error) => Layer.effectContext(Effect.fail(sayCannotStart(error))))
  )
