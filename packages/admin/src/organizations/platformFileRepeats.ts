/** Finds what a platform file says twice. Its form can't: it sees one entry at a time. */
import type { PlatformFile } from "./PlatformFile.ts"
import type { SchemaProblem } from "./schemaProblems.ts"

type Path = SchemaProblem["path"]

const repeated = <A>(
  items: ReadonlyArray<A> | undefined,
  path: Path,
  attribute: string,
  keyOf: (item: A) => string
): ReadonlyArray<SchemaProblem> => {
  const seen = new Set<string>()
  return (items ?? []).flatMap((item, index) => {
    const key = keyOf(item)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ path: [...path, index, attribute], message: `${key} stands here a second time` }]
  })
}

const loginOf = ({ login }: { readonly login: string }) => login

const nameOf = ({ name }: { readonly name: string }) => name

/** One problem for every entry that repeats an earlier one. */
export const platformFileRepeats = ({ organizations = [], users }: PlatformFile): ReadonlyArray<SchemaProblem> => [
  ...repeated(users, ["users"], "login", loginOf),
  ...repeated(organizations, ["organizations"], "name", nameOf),
  ...organizations.flatMap(({ issuers, members, teams }, index) => {
    const here = ["organizations", index]
    return [
      ...repeated(members, [...here, "members"], "login", loginOf),
      ...repeated(teams, [...here, "teams"], "name", nameOf),
      ...(teams ?? []).flatMap((team, at) =>
        repeated(team.members, [...here, "teams", at, "members"], "login", loginOf)
      ),
      ...repeated(issuers, [...here, "issuers"], "name", nameOf),
      ...repeated(issuers, [...here, "issuers"], "url", ({ url }) => url)
    ]
  })
]
