/** `platform-control start`: a server to try things out. */
import { Effect, type Option } from "effect"
import { applyAtStart } from "../apply/applyAtStart.ts"
import { greet, makeFirst } from "./greet.ts"
import { publishDemo } from "./publishDemo.ts"
import { runServer } from "./runServer.ts"
import { settingsWith } from "./settings.ts"

/** What the first start makes. */
const NAMES = { organization: "main", login: "admin" }

/** Ends when it is told to stop. */
export const start = Effect.fnUntraced(function* (input: {
  readonly host: Option.Option<string>
  readonly port: Option.Option<number>
  readonly data: Option.Option<string>
  readonly demo: boolean
}) {
  const settings = yield* settingsWith(input)
  return yield* runServer(
    settings,
    { migrate: true },
    Effect.gen(function* () {
      const first = yield* makeFirst(NAMES)
      yield* applyAtStart(settings)
      yield* greet(settings, { first, names: NAMES, data: input.data })
      if (input.demo) yield* Effect.forkScoped(publishDemo(settings, NAMES.organization))
    })
  )
})
