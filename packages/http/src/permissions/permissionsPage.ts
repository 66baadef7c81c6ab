/** The page that lists who may do what. Knows no operation: it is made from the API's annotations and from `core`. */
import { describeNeed, needOf } from "@platform-control/core/Needs"
import { isRole, permissionNames, permissions, roleHolds, roles } from "@platform-control/core/Permissions"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { Context } from "effect"

const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => [
  `| ${header.join(" | ")} |`,
  `| ${header.map(() => "---").join(" | ")} |`,
  ...rows.map((row) => `| ${row.join(" | ")} |`)
]

const operationRows = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const rows: Array<ReadonlyArray<string>> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      if (Context.get(mergedAnnotations, OpenApi.Exclude)) return
      const need = needOf(endpoint)
      const { missing, needs } = need === undefined ? { missing: [], needs: "" } : describeNeed(need)
      rows.push([
        `\`${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}\``,
        `${group.identifier}.${endpoint.identifier}`,
        needs,
        missing.map(([status, when]) => `${status} ${when}`).join("; ") || "—"
      ])
    }
  })
  return rows
}

const roleRows = () =>
  Object.keys(roles)
    .filter(isRole)
    .map((role) => {
      const held = permissionNames.filter((permission) => roleHolds(role, permission))
      const those = held.length === permissionNames.length ? "all" : held.map((name) => `\`${name}\``).join(", ")
      return [`\`${role}\``, roles[role], those]
    })

const inPerson = (name: (typeof permissionNames)[number]) =>
  "inPerson" in permissions[name] ? "; only people, with their own personal token" : ""

/** Markdown, ended by a line break. */
export const permissionsPage = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): string =>
  [
    "# Permissions",
    "",
    "Who may do what. An operation that a caller may not use is refused before anything of it is read; an organization that",
    "the caller can't see is answered as one that does not exist. A credential that is sent and not valid is a 401 everywhere.",
    "",
    "## Operations",
    "",
    ...table(["Operation", "Id", "Needs", "Answer when it is missing"], operationRows(api)),
    "",
    "## Permissions on an organization",
    "",
    ...table(
      ["Permission", "Allows to"],
      permissionNames.map((name) => [`\`${name}\``, `${permissions[name].allows}${inPerson(name)}`])
    ),
    "",
    "## Roles",
    "",
    "A user has one of the first three in each of their organizations, set by `platform-control member`. An organization's token",
    "is a `member`, an `admin` where it was made with `admin`, or has the role that `roleID` named: the ids are those below.",
    "A team's token is a member of the organization and of its team.",
    "",
    ...table(["Role", "Name", "Permissions"], roleRows()),
    "",
    "## Beyond organizations",
    "",
    ...table(
      ["Who", "May"],
      [
        ["site administrator", "everything that an administrator may, in every organization"],
        [
          "registry administrator",
          "publish to `platform` and `bridged`, for publishers where they hold `RegistryPublish`"
        ],
        ["member with the grant RegistryPublish", "what `RegistryPublish` allows, on that publisher"],
        ["administrator of a team", "what belongs to the team; every administrator of the organization is one"],
        [
          "token that is bound to an organization, was exchanged, or is an agent's",
          "what its user may, in that organization where it is bound to one; never make or revoke tokens"
        ]
      ]
    ),
    "",
    "This page is made from the annotations of the operations by `pnpm --filter @platform-control/http permissions`.",
    ""
  ].join("\n")
