/** Reads the configuration: the file, above it the environment, above that the flags. */
import { existsSync, readFileSync } from "node:fs"
import { parse } from "yaml"
import { isRecord } from "../wire/Exchange.ts"
import { type Configuration, ConfigurationProblem, identityNames, parseConfiguration } from "./Configuration.ts"
import { fixtureNames } from "./fixtures.ts"
import { hookNames } from "./hooks.ts"

const PREFIX = "PLATFORM_CONFORMANCE_"

/** The file that is read when none is named and it is there. */
const DEFAULT_FILE = "conformance.yaml"

const shouted = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const texts = ["url", "organization", "otherOrganization"] as const
const numbers = ["quota", "timeoutSeconds", "skewSeconds"] as const

type Environment = Readonly<Record<string, string | undefined>>

/** A list or a map in one variable: JSON, or any YAML. */
const structured = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : parse(text)
  } catch {
    return text
  }
}

const fromEnvironment = (env: Environment) => {
  const variable = (name: string) => env[`${PREFIX}${shouted(name)}`]
  const found: Record<string, unknown> = {}
  for (const name of texts) if (variable(name) !== undefined) found[name] = variable(name)
  for (const name of numbers) if (variable(name) !== undefined) found[name] = Number(variable(name))
  const disabled = variable("disabled")
  if (disabled !== undefined) found["disabled"] = disabled.split(/[\s,]+/).filter((word) => word !== "")
  const group = (names: ReadonlyArray<string>, value: (name: string) => unknown) =>
    Object.fromEntries(names.flatMap((name) => (value(name) === undefined ? [] : [[name, value(name)]])))
  return {
    found,
    identities: group(identityNames, (name) => variable(name.endsWith("Token") ? name : `${name}Token`)),
    hooks: group(hookNames, (name) => {
      const hook = variable(`hook_${name}`)
      // A list of words or a signing key; anything else is an address or a line for the shell.
      return hook !== undefined && /^\s*[[{]/.test(hook) ? structured(hook) : hook
    }),
    fixtures: group(fixtureNames, (name) => structured(variable(`fixture_${name}`)))
  }
}

const fromFile = (path: string | undefined): Readonly<Record<string, unknown>> => {
  const file = path ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined)
  if (file === undefined) return {}
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch {
    throw new ConfigurationProblem(`${file} can't be read. --config names another file.`)
  }
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    throw new ConfigurationProblem(
      `${file} is no YAML: ${error instanceof Error ? error.message.split("\n", 1).join() : "it can't be parsed"}`
    )
  }
  if (!isRecord(value))
    throw new ConfigurationProblem(`${file} has to be a map of keys: url, organization, identities.`)
  return value
}

/** Fails with a `ConfigurationProblem` that names every key at fault. */
export const readConfiguration = (
  flags: { readonly file?: string | undefined; readonly url?: string | undefined },
  env: Environment = process.env
): Configuration => {
  const file = fromFile(flags.file)
  const { found, ...groups } = fromEnvironment(env)
  const merged = Object.entries(groups).map(([name, variables]): [string, unknown] => {
    const written = file[name] ?? {}
    return [name, isRecord(written) ? { ...written, ...variables } : written]
  })
  return parseConfiguration({
    ...file,
    ...found,
    ...(flags.url === undefined ? {} : { url: flags.url }),
    ...Object.fromEntries(merged)
  })
}
