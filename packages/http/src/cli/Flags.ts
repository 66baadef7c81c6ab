/** The flags that several commands share, with one wording. */
import { Config } from "effect"
import { Flag } from "effect/cli"
import { isRelative } from "./isRelative.ts"

/** Where a server listens when no setting says otherwise. */
const DEFAULT_URL = "http://127.0.0.1:8080"

/** JSON instead of text for people. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON for programs instead of text for people"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

/** The folder of the database and the packages; stands above `PLATFORM_CONTROL_DATA`. */
export const data = Flag.String("data").pipe(
  Flag.withMetavar("<folder>"),
  Flag.withDescription("Folder of the database and the packages (PLATFORM_CONTROL_DATA, else ./platform-control-data)"),
  Flag.optional
)

/** The server that a command talks to. */
export const url = Flag.String("url").pipe(
  Flag.withMetavar("<url>"),
  Flag.withDescription(`Address of the server (PLATFORM_CONTROL_URL, else ${DEFAULT_URL})`),
  Flag.withFallbackConfig(Config.String("PLATFORM_CONTROL_URL")),
  Flag.withDefault(DEFAULT_URL)
)

/** The organization that a request's address names. */
export const organization = (description: string): Flag.Flag<string> =>
  Flag.String("organization").pipe(
    Flag.withMetavar("<organization>"),
    Flag.filter(
      (name) => !isRelative(name),
      (name) => `Expected an organization's name, got ${name}`
    ),
    Flag.withDescription(description)
  )

/** The access token of a command that talks to a server. */
export const token = Flag.Redacted("token").pipe(
  Flag.withMetavar("<token>"),
  Flag.withDescription("Access token; better in PLATFORM_CONTROL_TOKEN, as others can see the flags of a process"),
  Flag.withFallbackConfig(Config.Redacted("PLATFORM_CONTROL_TOKEN")),
  Flag.optional
)
