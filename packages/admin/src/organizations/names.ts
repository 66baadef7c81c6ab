/** The names that this area gives besides those in `core/Names`; they keep the same rule. */
import { Schema } from "effect"

const name = (what: string) =>
  Schema.String.pipe(
    Schema.check(
      Schema.isPattern(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/u, {
        message: `Expected ${what}: 1 to 100 of A-Z a-z 0-9 . _ - that starts with a letter or digit and does not end with a dot`
      })
    )
  )

/** A team's name, unique within its organization. */
export const TeamName = name("a team name")

/** A trusted issuer's name, unique within its organization. */
export const IssuerName = name("an issuer name")

/** A runner's name; runners have no record. */
export const RunnerName = name("a runner name")
