/** The server's settings as a command sees them: its flags stand above the environment. */
import { ConfigProvider, Effect, Option } from "effect"
import { config, settings, type ServerConfig } from "../../ServerConfig.ts"
import { settingProblem } from "../../settings/settingProblem.ts"
import { misused, type Refusal } from "../Refusal.ts"

/** The flags that stand for settings. */
export interface SettingFlags {
  readonly data: Option.Option<string>
  readonly host?: Option.Option<string>
  readonly port?: Option.Option<number>
}

/** A setting that can't be read is named, never its value. */
export const settingsWith = (flags: SettingFlags): Effect.Effect<ServerConfig, Refusal> => {
  const typed: ReadonlyArray<readonly [variable: string, value: Option.Option<string | number> | undefined]> = [
    [settings.data.variable, flags.data],
    [settings.host.variable, flags.host],
    [settings.port.variable, flags.port]
  ]
  const overrides = typed.flatMap(([variable, value]) =>
    value !== undefined && Option.isSome(value) ? [[variable, `${value.value}`]] : []
  )
  const provider = ConfigProvider.fromEnv({ env: { ...process.env, ...Object.fromEntries(overrides) } })
  return config
    .parse(provider)
    .pipe(
      Effect.mapError((error) =>
        misused(`A setting can't be read: ${settingProblem(error)}`, "docs/settings.md lists all settings.")
      )
    )
}
