/**
 * Publishes a small package and reads it back, with the typed client of the registry alone:
 * `PLATFORM_CONTROL_TOKEN=… node examples/publishPackage.ts <organization>`.
 */
import { RegistryClient } from "@platform-control/http/client/registry"
import { Config, Console, Effect, Layer } from "effect"

const version = "1.0.0"

const schema = JSON.stringify({
  name: "greetings",
  version,
  description: "Says hello.",
  functions: {
    "greetings:index/getGreeting:getGreeting": {
      description: "A greeting for a name.",
      inputs: { properties: { name: { type: "string", description: "Whom to greet." } }, required: ["name"] },
      outputs: { properties: { text: { type: "string" } }, required: ["text"] }
    }
  }
})

/** Upload places carry their own signature: no token is sent along. */
const upload = Effect.fn("upload")(function* (url: string, body: string) {
  const answer = yield* Effect.promise(() => fetch(url, { method: "PUT", body }))
  if (!answer.ok) return yield* Effect.die(new Error(`The upload was answered ${answer.status}`))
})

const publish = Effect.fn("publish")(function* (publisher: string) {
  const registry = yield* RegistryClient
  const path = { source: "private", publisher, name: "greetings" }
  const started = yield* registry.publish.start({ params: path, payload: { version } })
  yield* upload(started.uploadURLs.schema, schema)
  yield* upload(started.uploadURLs.index, "# Greetings\n\nSays hello.\n")
  yield* registry.publish.complete({ params: { ...path, version }, payload: { operationID: started.operationID } })
  const latest = yield* registry.packages.get({ params: { ...path, version: "latest" } })
  yield* Console.log(`${latest.name} ${latest.version}, published at ${latest.createdAt}`)
})

const client = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* Config.String("PLATFORM_CONTROL_URL").pipe(Config.withDefault("http://127.0.0.1:8080"))
    const token = yield* Config.Redacted("PLATFORM_CONTROL_TOKEN")
    return RegistryClient.layer({ url, token })
  })
)

const program = publish(process.argv[2] ?? "main").pipe(
  Effect.catchTag("Conflict", (refused) => Console.error(refused.message))
)

await Effect.runPromise(Effect.provide(program, client))
