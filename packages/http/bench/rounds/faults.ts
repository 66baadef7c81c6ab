/** What can be wrong with an answer; every function here says nothing when nothing is. */

/** Says what is wrong with the answer to a path. */
export type FaultOf = (body: string, path: string) => string | undefined

/** The answers that are right, by path. */
export type Expected = ReadonlyMap<string, string>

const SHOWN_CHARACTERS = 300

const insteadOf = (expected: string | undefined): string => `expected was\n${expected?.slice(0, SHOWN_CHARACTERS)}`

/** Exactly the expected bytes. */
export const sameBytes =
  (expected: Expected): FaultOf =>
  (body, path) =>
    body === expected.get(path) ? undefined : insteadOf(expected.get(path))

const packagesOf = (body: string): string => {
  const { packages } = JSON.parse(body) as { readonly packages: ReadonlyArray<unknown> }
  return packages.length === 0 ? "no package" : JSON.stringify(packages)
}

/** The expected packages in their order, and at least one; the token of the next page may differ. */
export const samePackages =
  (expected: Expected): FaultOf =>
  (body, path) => {
    const packages = packagesOf(body)
    if (packages === "no package") return packages
    return packages === packagesOf(expected.get(path) ?? "") ? undefined : insteadOf(expected.get(path))
  }
