/** What a run has to know of its target, read from `conformance.yaml` and the environment. Knows no request. */
import { Schema, SchemaIssue } from "effect"
import { Fixtures } from "./fixtures.ts"
import { Hooks } from "./hooks.ts"

/** Whom the suite can be. */
export const identityNames = [
  "admin",
  "member",
  "outsider",
  "unprivileged",
  "refresh",
  "organizationToken",
  "teamToken"
] as const
export type IdentityName = (typeof identityNames)[number]

/** Whether somebody of this name can be configured. */
export const isIdentity = (name: string): name is IdentityName => identityNames.some((known) => known === name)

/** Tokens shorter than this could not be told from other text when answers are searched for them. */
const Token = Schema.String.pipe(
  Schema.check(
    Schema.isMinLength(8),
    Schema.isPattern(/^[\x21-\x7e]+$/, { message: "Expected a token without spaces" })
  )
)

const isBaseUrl = (text: string): boolean =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).username === "" &&
  new URL(text).search === "" &&
  new URL(text).hash === ""

const BaseUrl = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text: string) => isBaseUrl(text) || "Expected an http or https address without query and credential"
    )
  )
)

const positive = Schema.Number.pipe(Schema.check(Schema.isGreaterThan(0)))

/** The file `conformance.yaml`. */
export const Configuration = Schema.Struct({
  /** Base URL of the target; may have a path. */
  url: BaseUrl,
  /** The organization in which the suite makes its packages; of its own, as lists are counted. */
  organization: Schema.optionalKey(Schema.NonEmptyString),
  /** The outsider's organization. */
  otherOrganization: Schema.optionalKey(Schema.NonEmptyString),
  /** Access tokens. `admin` administers and publishes in `organization`; `member` may publish there; `unprivileged` may not. */
  identities: Schema.Struct({
    admin: Schema.optionalKey(Token),
    member: Schema.optionalKey(Token),
    outsider: Schema.optionalKey(Token),
    unprivileged: Schema.optionalKey(Token),
    refresh: Schema.optionalKey(Token),
    organizationToken: Schema.optionalKey(Token),
    teamToken: Schema.optionalKey(Token)
  }),
  /** How what the API has no operation for is brought about. */
  hooks: Schema.optionalKey(Hooks),
  /** What lies ready in the target. */
  fixtures: Schema.optionalKey(Fixtures),
  /** Profiles and rules that are switched off; in rules `*` is any run of characters. */
  disabled: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
  /** How many resources the suite may have in the target at a time. */
  quota: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isGreaterThan(0)))),
  /** How long one answer may take. */
  timeoutSeconds: Schema.optionalKey(positive),
  /** How far the target's clock may be from this machine's. */
  skewSeconds: Schema.optionalKey(positive)
})
export type Configuration = typeof Configuration.Type

/** Milliseconds in which an answer has to be whole, unless said otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 15

/** Seconds between the two clocks that are overlooked, unless said otherwise. */
export const DEFAULT_SKEW_SECONDS = 60

/** `conformance.yaml` or the environment makes no sense; each problem names its key, never its value. */
export class ConfigurationProblem extends Error {
  override readonly name = "ConfigurationProblem"
}

const decode = Schema.decodeUnknownResult(Configuration, { errors: "all", onExcessProperty: "error" })
const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The configuration, or every problem with the key that has it. */
export const parseConfiguration = (value: unknown): Configuration => {
  const decoded = decode(value)
  if (decoded._tag === "Success") return decoded.success
  const problems = format(decoded.failure.issue).issues.map(
    ({ message, path }) =>
      `${path === undefined ? "the file" : path.map(String).join(".")}: ${message.replace(/, got .*/s, "")}`
  )
  throw new ConfigurationProblem(problems.join("\n"))
}
