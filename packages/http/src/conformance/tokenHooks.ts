/** The hook by which a run of the conformance suite gets refresh tokens, which no operation of the API makes. */
import { Tokens } from "@platform-control/admin/server"
import { Clock, Effect, Redacted } from "effect"

/** By the name of the hook. The tokens are the user's, and end after an hour. */
export const tokenHooks = (userId: string) =>
  Effect.map(Tokens, (tokens) => ({
    refreshToken: () =>
      Effect.gen(function* () {
        const { value } = yield* tokens.create({
          kind: "refresh",
          userId,
          description: "For a rule of the conformance suite",
          expiresAt: Math.floor((yield* Clock.currentTimeMillis) / 1000) + 3600,
          createdBy: "platform-control"
        })
        return { token: Redacted.value(value) }
      })
  }))
