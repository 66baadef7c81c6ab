/** Keeps a pack's row in step with its versions. Inside the transaction that changes them, with the pack locked. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ListedVersion } from "./PackRows.ts"

/** The highest number among the complete versions is the latest. A pack without any version goes, with what refers to it. */
export const makeRefreshPack = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (packId: string) {
    const removed = yield* sql`
      DELETE FROM policy_packs WHERE id = ${packId}
        AND NOT EXISTS (SELECT 1 FROM policy_versions WHERE pack_id = ${packId}) RETURNING id`
    if (removed.length > 0) {
      yield* sql`DELETE FROM policy_access WHERE pack_id = ${packId}`
      return
    }
    const [latest] = yield* sql<ListedVersion>`
      SELECT number, tag, display_name FROM policy_versions
      WHERE pack_id = ${packId} AND completed_at IS NOT NULL ORDER BY number DESC LIMIT 1`
    yield* sql`
      UPDATE policy_packs SET latest_number = ${latest?.number ?? null}, latest_tag = ${latest?.tag ?? null},
        latest_display_name = ${latest?.display_name ?? null} WHERE id = ${packId}`
  })
