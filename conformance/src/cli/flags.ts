/** Flags that several commands have, and how their texts are read. */
import { Option } from "effect"
import { Flag } from "effect/cli"
import { ConfigurationProblem } from "../config/Configuration.ts"
import type { Limits } from "../engine/Pace.ts"

export const target = {
  url: Flag.String("url").pipe(
    Flag.withMetavar("<url>"),
    Flag.withDescription(
      "Base URL of the target: what stands before /api (PLATFORM_CONFORMANCE_URL, or `url` of the file)"
    ),
    Flag.optional
  ),
  config: Flag.String("config").pipe(
    Flag.withMetavar("<file>"),
    Flag.withDescription("Configuration (default conformance.yaml when it is there)"),
    Flag.optional
  )
}

export const profile = Flag.String("profile").pipe(
  Flag.withMetavar("<names>"),
  Flag.withDescription("Profiles with commas between, such as core,registry (default all)"),
  Flag.optional
)

export const out = Flag.String("out").pipe(
  Flag.withMetavar("<folder>"),
  Flag.withDescription("Folder of reports, case files and ledgers"),
  Flag.withDefault("conformance-results")
)

/** The words of a list; undefined where the flag is absent. */
export const listOf = (text: Option.Option<string>): ReadonlyArray<string> | undefined =>
  Option.getOrUndefined(text)
    ?.split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")

/** Fails unless the text is written as `expects` says. */
const numberOf = (text: string, pattern: RegExp, flag: string, expects: string): number => {
  const [, number] = pattern.exec(text) ?? []
  // Of nothing there is no run.
  if (number === undefined || Number(number) === 0)
    throw new ConfigurationProblem(`--${flag} ${text}: expected ${expects}.`)
  return Number(number)
}

/** `60s`, `2000req` or both with a comma between; `50/s`. */
export const limitsOf = (budget: Option.Option<string>, rate: Option.Option<string>): Limits => {
  const limits: { seconds?: number; requests?: number; perSecond?: number } = {}
  for (const part of listOf(budget) ?? [])
    if (part.endsWith("req"))
      limits.requests = numberOf(part, /^(\d+)req$/, "budget", "a budget such as 60s or 2000req")
    else limits.seconds = numberOf(part, /^(\d+(?:\.\d+)?)s$/, "budget", "a budget such as 60s or 2000req")
  if (Option.isSome(rate))
    limits.perSecond = numberOf(rate.value, /^(\d+(?:\.\d+)?)(?:\/s)?$/, "rate", "a rate such as 50/s")
  return limits
}
