/** Whether those whom tokens speak for are there, asked for many tokens at a time. */
import { Array, Effect } from "effect"
import type { NotFound } from "@platform-control/core/Errors"
import { organizationNotFound, teamNotFound, userNotFound } from "../Refusals.ts"
import type { tokenIssuanceRepository } from "./TokenIssuanceRepository.ts"
import type { TokenRecord } from "./TokensRepository.ts"

const keyOf = (organization: string | null, team: string): string => `${organization}/${team}`

/** Says of each of these tokens the 404 for the first of its organization, user and team that there is not. */
export const missingOwners = (rows: Effect.Success<typeof tokenIssuanceRepository>) => {
  const those = <A>(wanted: ReadonlyArray<A>, find: (wanted: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<A>>) =>
    wanted.length === 0 ? Effect.succeed([]) : find(wanted)
  return Effect.fnUntraced(function* (records: ReadonlyArray<TokenRecord>) {
    const names = records.flatMap(({ organization }) => organization ?? [])
    const ids = records.flatMap(({ userId }) => userId ?? [])
    const wanted = records.flatMap(({ organization, team }) =>
      organization === null || team === null ? [] : { organization, team }
    )
    const organizations = new Set(yield* those(Array.dedupe(names), rows.organizations))
    const users = new Set(yield* those(Array.dedupe(ids), rows.users))
    const teams = new Set((yield* those(wanted, rows.teams)).map(({ organization, team }) => keyOf(organization, team)))
    return ({ organization, team, userId }: TokenRecord): NotFound | undefined => {
      if (organization !== null && !organizations.has(organization)) return organizationNotFound(organization)
      if (userId !== null && !users.has(userId)) return userNotFound(userId)
      if (organization !== null && team !== null && !teams.has(keyOf(organization, team)))
        return teamNotFound(organization, team)
      return undefined
    }
  })
}
