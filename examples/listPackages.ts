/** Lists every package that a token sees, page by page: `PLATFORM_CONTROL_TOKEN=… node examples/listPackages.ts`. */
import { ControlPlaneClient } from "@platform-control/http/client"
import { Config, Console, Effect, Layer, Stream } from "effect"
import * as Option from "effect/Option"

const packages = Stream.paginate(undefined as string | undefined, (continuationToken) =>
  Effect.gen(function* () {
    const client = yield* ControlPlaneClient
    const page = yield* client.packages.list({
      query: { sort: "name", limit: 200, ...(continuationToken === undefined ? {} : { continuationToken }) }
    })
    return [page.packages, Option.fromUndefinedOr(page.continuationToken)] as const
  })
)

const program = packages.pipe(
  Stream.runForEach((found) => Console.log(`${found.source}/${found.publisher}/${found.name} ${found.version}`)),
  Effect.catchTag("Unauthorized", (refused) => Console.error(`The token was refused: ${refused.message}`))
)

const client = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* Config.String("PLATFORM_CONTROL_URL").pipe(Config.withDefault("http://127.0.0.1:8080"))
    const token = yield* Config.Redacted("PLATFORM_CONTROL_TOKEN")
    return ControlPlaneClient.layer({ url, token })
  })
)

await Effect.runPromise(Effect.provide(program, client))
