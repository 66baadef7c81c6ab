/** Takes a requested scope apart (Spec A, Token exchange): which name it asks for depends on the kind of token. */
import { Result, Schema } from "effect"
import { UserLogin } from "@platform-control/core/Names"
import type { ExchangedKind, ExchangeRefused } from "../contract/Exchange.ts"
import { RunnerName, TeamName } from "../organizations/names.ts"
import { invalidScope } from "./refusals.ts"
import type { Wanted } from "./trustDecision.ts"

const named = {
  team: { prefix: "team:", isName: Schema.is(TeamName), expected: "Expected the scope team:TEAM_NAME" },
  personal: { prefix: "user:", isName: Schema.is(UserLogin), expected: "Expected the scope user:USER_LOGIN" },
  runner: { prefix: "runner:", isName: Schema.is(RunnerName), expected: "Expected the scope runner:RUNNER_NAME" }
} as const

/** What is asked for, or `invalid_scope`. */
export const wantedOf = (kind: ExchangedKind, scope: string): Result.Result<Wanted, ExchangeRefused> => {
  if (kind === "organization") {
    return scope === "" || scope === "admin"
      ? Result.succeed({ kind, admin: scope === "admin" })
      : Result.fail(invalidScope("Expected no scope, or the scope admin"))
  }
  const { expected, isName, prefix } = named[kind]
  const name = scope.slice(prefix.length)
  return scope.startsWith(prefix) && isName(name) ? Result.succeed({ kind, name }) : Result.fail(invalidScope(expected))
}
