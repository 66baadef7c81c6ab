/** A whole server for tests: on loopback, on a port and a data folder of its own that go with the scope. */
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { ConfigProvider, Effect, Layer } from "effect"
import type { CannotStart } from "./CannotStart.ts"
import * as Server from "./Server.ts"
import { config, type ServerConfig } from "./ServerConfig.ts"
import { VARIABLE_PREFIX } from "./settings/Setting.ts"

/** Nothing is logged and nobody is refused for asking often. */
const quiet = { HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "None", RATE_LIMIT: "false" }

/** Settings on a free port; names as in the environment, without their prefix. One that can't be read is a defect. */
export const testSettings = (env: Readonly<Record<string, string>> = {}): Effect.Effect<ServerConfig> => {
  const variables = Object.entries({ ...quiet, ...env }).map(([name, value]) => [`${VARIABLE_PREFIX}${name}`, value])
  return Effect.orDie(config.parse(ConfigProvider.fromEnv({ env: Object.fromEntries(variables) })))
}

/** The server; `PublicUrl` among its services says where it listens. */
export const layerTest = (env: Readonly<Record<string, string>> = {}): Layer.Layer<Server.Services, CannotStart> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      return Server.layer(yield* testSettings({ DATA: data, ...env }))
    })
  )
