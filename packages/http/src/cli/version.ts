/** Which version this is, as `package.json` says. */
import { createRequire } from "node:module"

const load = createRequire(import.meta.url)

/** Semver without `v`. */
export const version: string = (load("../../package.json") as { readonly version: string }).version
