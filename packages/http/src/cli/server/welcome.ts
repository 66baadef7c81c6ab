/** What a server prints for the person who started it. */
import type { FirstStart } from "@platform-control/admin/server"
import { Option, Redacted } from "effect"
import { record } from "../output/Table.ts"
import { program } from "../program.ts"
import { version } from "../version.ts"

/** What there is to tell. */
export interface Welcome {
  readonly url: string
  /** Whether the server shows the reference page. */
  readonly reference: boolean
  /** What this start made; none when an earlier start did. */
  readonly first: Option.Option<FirstStart>
  /** The login for which a new token would be made. */
  readonly administrator: string
  /** The folder as it was typed, for the command that makes a token. */
  readonly data: Option.Option<string>
}

/** As a shell reads it back. */
const quoted = (text: string): string =>
  /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const makeToken = ({ administrator, data }: Welcome): string =>
  [
    `${program} token create --user`,
    administrator,
    ...Option.match(data, { onNone: () => [], onSome: (folder) => ["--data", quoted(folder)] })
  ].join(" ")

const tryIt = (url: string, token: string): string =>
  [
    "List the packages:",
    `  curl -H "Authorization: Bearer ${token}" ${url}/api/registry/packages`,
    "",
    "Publish one, from another terminal:",
    `  export PLATFORM_CONTROL_URL=${url} PLATFORM_CONTROL_TOKEN=${token}`
  ].join("\n")

/** The lines for the first start hold the token, those for later ones say how to get another. */
export const welcome = (told: Welcome): string => {
  const places: ReadonlyArray<readonly [string, string | undefined]> = [
    ["URL", told.url],
    ["Reference", told.reference ? `${told.url}/docs` : `${told.url}/openapi.json`]
  ]
  const head = `Platform Control ${version} is ready.\n`
  if (Option.isNone(told.first))
    return [
      head,
      record(places),
      "",
      "The administrator's token was printed when this database was first started on, and is kept nowhere.",
      "Another one is made with:",
      `  ${makeToken(told)}`,
      ""
    ].join("\n")
  const { login, organization } = told.first.value
  const token = Redacted.value(told.first.value.token)
  return [
    head,
    record([...places, ["Organization", organization], ["Administrator", login], ["Token", token]]),
    "",
    "The token is shown this once. Keep it: nobody can read it again.",
    "",
    tryIt(told.url, token),
    `  ${program} package publish <folder> --publisher ${organization}`,
    ""
  ].join("\n")
}
