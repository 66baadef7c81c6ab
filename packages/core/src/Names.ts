/** Names that stand in paths, and the rules they keep. A name is compared letter by letter, after one percent-decoding. */
import { Schema } from "effect"

/** With the flag `u`, without which the pattern would be missing in JSON Schemas. */
const name = (what: string) =>
  Schema.String.pipe(
    Schema.check(
      Schema.isPattern(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/u, {
        message: `Expected ${what}: 1 to 100 of A-Z a-z 0-9 . _ - that starts with a letter or digit and does not end with a dot`
      })
    )
  )

/** An organization's canonical name; also the publisher of its packages. */
export const OrganizationName = name("an organization name")

/** A package's name, unique within its source and publisher (Spec A, What the service does). */
export const PackageName = name("a package name")

/** A user's login name. */
export const UserLogin = name("a login name")

/** A path parameter that is only looked up: too long, or with what no database stores (U+0000), it can't name anything. */
export const PathName = Schema.String.pipe(
  Schema.check(
    Schema.isMaxLength(1024),
    Schema.makeFilter((text: string) => !text.includes("\0") || "Expected no character U+0000")
  )
)
