/** `platform-control serve`: a server for real work. */
import type { FirstStart } from "@platform-control/admin/server"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Console, Effect, Option } from "effect"
import { conformanceYaml, prepareConformance } from "../../conformance/prepareConformance.ts"
import { version } from "../version.ts"
import { migrations } from "../../Migrations.ts"
import { applyAtStart } from "../apply/applyAtStart.ts"
import { greet, makeFirst } from "./greet.ts"
import { requireTables } from "./requireTables.ts"
import { runServer } from "./runServer.ts"
import { settingsWith } from "./settings.ts"

/** A run of the suite sends more credentials that nobody has than a person could in a day. */
const forSuite = { rateLimitRefusedPerMinute: 1_000_000 }

/** Whatever is told of the run goes to standard error, so that standard output can be kept as a file. */
const toStandardError = (console: Console.Console): Console.Console =>
  Object.assign(Object.create(console) as Console.Console, { log: console.error.bind(console) })

/** Ends when it is told to stop. */
export const serve = Effect.fnUntraced(function* (input: {
  readonly host: Option.Option<string>
  readonly port: Option.Option<number>
  readonly data: Option.Option<string>
  readonly migrate: boolean
  readonly bootstrap: boolean
  readonly organization: string
  readonly administrator: string
  readonly conformance: boolean
}) {
  const given = yield* settingsWith(input)
  const settings = input.conformance ? { ...given, ...forSuite } : given
  const names = { organization: input.organization, login: input.administrator }
  const console = yield* Console.Console
  const running = runServer(
    settings,
    { migrate: input.migrate },
    Effect.gen(function* () {
      if (!input.migrate) yield* requireTables(migrations)
      const first = input.bootstrap ? yield* makeFirst(names) : Option.none<FirstStart>()
      yield* applyAtStart(settings)
      if (Option.isSome(first)) yield* greet(settings, { first, names, data: input.data })
      const { origin } = yield* PublicUrl
      if (input.conformance) console.log(conformanceYaml(origin, yield* prepareConformance))
      yield* Effect.logInfo(`Platform Control ${version} is ready at ${origin}`)
    })
  )
  return yield* input.conformance ? Effect.provideService(running, Console.Console, toStandardError(console)) : running
})
