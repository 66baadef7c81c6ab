/** How tokens are written. */
import { MAX_TOKEN } from "./limits.ts"

/**
 * `package:module:name` by the public package schema, with the hyphens that it allows in functions' names; the module
 * may be empty. Nothing that a path, a database or a URL could not carry.
 */
export const tokenPattern = new RegExp(
  `^(?=.{1,${MAX_TOKEN}}$)[a-zA-Z][-\\w]*:(?:[^\\d:\\s\\p{C}][\\w./-]*)?:[^\\d:\\s\\p{C}][\\w./-]*$`,
  "u"
)
