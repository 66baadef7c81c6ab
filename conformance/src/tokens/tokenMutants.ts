/** Faults of access tokens, one a line. Those named MUT- are the specification's examples. */
import { as, credentialOf, type Mutant, mutant as row, plainAnswer, queryOf, withBody } from "../mutants/Mutant.ts"
import * as wire from "../mutants/wireFaults.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as faults from "./tokenFaults.ts"

const now = () => Math.floor(Date.now() / 1000)

const DAY = 86_400

const isWhole = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value)

const nameOf = (body: Readonly<Record<string, unknown>>): string =>
  typeof body["name"] === "string" ? body["name"] : ""

const values = (change: (value: string) => string) =>
  faults.on("create", async (_at, send) => {
    const answer = await send()
    const body = objectOf(answer)
    return answer.status === 200
      ? withBody(answer, { ...body, tokenValue: change(String(body["tokenValue"])) })
      : answer
  })

export const tokenMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-029",
    "a revoked token works on on some connections",
    ["CORE-022", "TOK-026"],
    faults.worksAgain((turn) => turn % 2 === 0)
  ),
  row("MUT-145", "lists hold values", ["TOK-020", "TOK-021", "TOK-022"], faults.showsValues),
  row("MUT-147", "a deletion only hides", ["TOK-026", "TOK-027", "TOK-053"], faults.hidesOnly),
  row(
    "MUT-149",
    "a name of 41 characters is taken",
    ["TOK-006"],
    faults.asked((body) => (nameOf(body).length === 41 ? { ...body, name: nameOf(body).slice(1) } : body))
  ),
  row("MUT-151", "a name is free after the deletion", ["TOK-010", "TOK-009"], faults.reusesNames),
  row(
    "MUT-153",
    "expires may be beyond two years",
    ["TOK-014"],
    faults.asked((body) =>
      isWhole(body["expires"]) && body["expires"] > now() + 730 * DAY ? { ...body, expires: now() + DAY } : body
    )
  ),
  row(
    "MUT-155",
    "the deletion of an unknown token is 204",
    ["TOK-029", "TOK-030"],
    faults.on("delete", async (_at, send) => {
      const answer = await send()
      return answer.status === 404 ? plainAnswer(204) : answer
    })
  ),
  row(
    "MUT-157",
    "the user's list has tokens of web sessions",
    ["TOK-044"],
    faults.entries((entry, { isUsers }) => (isUsers ? [entry, { ...entry, id: "web", type: "session" }] : entry))
  ),
  row(
    "MUT-159",
    "a token without admin is an administrator's",
    ["TOK-049", "TOK-042"],
    faults.asked((body) => ("admin" in body ? { ...body, admin: true } : body))
  ),
  row(
    "TOK-M01",
    "a name of 40 characters is refused",
    ["TOK-005"],
    faults.refuses((body) => nameOf(body).length === 40)
  ),
  row(
    "TOK-M02",
    "two years are too long",
    ["TOK-013"],
    faults.refuses((body) => isWhole(body["expires"]) && body["expires"] > now() + 500 * DAY)
  ),
  row(
    "TOK-M03",
    "0 is read back as another time",
    ["TOK-015", "TOK-037"],
    faults.entries((entry) => ({ ...entry, expires: Number(entry["expires"]) + 1 }))
  ),
  row(
    "TOK-M04",
    "values have no common prefix",
    ["TOK-023"],
    values((value) => `${Math.floor(Math.random() * 26 + 10).toString(36)}${value}`)
  ),
  row(
    "TOK-M05",
    "a revoked token works again later",
    ["TOK-028"],
    faults.worksAgain((turn) => turn >= 16)
  ),
  row("TOK-M06", "refresh tokens can't be deleted", ["TOK-031"], faults.deletesPersonalOnly),
  row(
    "TOK-M07",
    "entries have no createdBy",
    ["TOK-035"],
    faults.entries(({ createdBy: _login, ...entry }) => entry)
  ),
  row(
    "TOK-M08",
    "everything was used",
    ["TOK-039"],
    faults.entries((entry) => ({ ...entry, lastUsed: now() }))
  ),
  row(
    "TOK-M09",
    "nothing was used",
    ["TOK-040"],
    faults.entries((entry) => ({ ...entry, lastUsed: 0 }))
  ),
  row(
    "TOK-M10",
    "somebody else made it",
    ["TOK-041"],
    faults.entries((entry) => ({ ...entry, createdBy: "cf-nobody" }))
  ),
  row(
    "TOK-M11",
    "admin is told wrong",
    ["TOK-042"],
    faults.entries((entry) => ({ ...entry, admin: entry["admin"] !== true }))
  ),
  row(
    "TOK-M12",
    "types are of other kinds",
    ["TOK-043"],
    faults.entries((entry) => ({ ...entry, type: "machine" }))
  ),
  row("TOK-M13", "a token ends with whoever made it", ["TOK-051"], faults.endsWithCreator),
  row("TOK-M14", "of several creations at once all succeed", ["TOK-011"], faults.createsInParallel),
  row("TOK-M15", "a refused creation takes the name", ["TOK-052"], faults.takesNames),
  row("TOK-M16", "the reason is shown", ["TOK-047"], faults.showsReasons),
  row(
    "TOK-M17",
    "whoever belongs to the organization makes administrators' tokens",
    ["TOK-048"],
    () => (hop, next, world) =>
      faults.tokenHop(hop)?.deed === "create" && wire.identityIs("unprivileged")(credentialOf(hop), world)
        ? next(as(hop, world.admin))
        : next(hop)
  ),
  row(
    "TOK-M18",
    "outsiders delete tokens",
    ["TOK-034"],
    () => (hop, next, world) =>
      faults.tokenHop(hop)?.deed === "delete" && wire.identityIs("outsider")(credentialOf(hop), world)
        ? next(as(hop, world.admin))
        : next(hop)
  ),
  row(
    "TOK-M19",
    "an unknown role is overlooked",
    ["TOK-050"],
    faults.asked(({ roleID: _role, ...body }) => body)
  ),
  row(
    "TOK-M20",
    "times are milliseconds",
    ["CORE-013"],
    faults.entries((entry) => ({ ...entry, expires: Number(entry["expires"]) * 1000 }))
  ),
  row(
    "TOK-M21",
    "an expired token works on",
    ["CORE-023"],
    faults.worksAgain(() => true)
  ),
  row(
    "TOK-M22",
    "a token is listed twice",
    ["TOK-037"],
    faults.entries((entry) => [entry, entry])
  ),
  row(
    "TOK-M23",
    "values end alike",
    ["TOK-024"],
    values((value) => `${value.slice(0, 12)}${"0".repeat(24)}`)
  ),
  row(
    "TOK-M24",
    "what is past is taken for never",
    ["TOK-016"],
    faults.asked((body) =>
      isWhole(body["expires"]) && body["expires"] > 0 && body["expires"] < now() ? { ...body, expires: 0 } : body
    )
  ),
  row(
    "TOK-M25",
    "an empty name is taken",
    ["TOK-007"],
    faults.asked((body) =>
      "name" in body && nameOf(body).trim() === "" ? { ...body, name: `cf-empty-${Math.random()}`.slice(0, 40) } : body
    )
  ),
  row("TOK-M26", "a filter invents a token", ["TOK-046"], faults.inventsWhenFiltered),
  row(
    "TOK-M27",
    "an organization's list knows no filter",
    ["TOK-036"],
    faults.on("list", ({ isUsers }, send, hop) =>
      !isUsers && queryOf(hop).has("filter")
        ? Promise.resolve(plainAnswer(501, { code: 501, message: "no filter" }))
        : send()
    )
  ),
  row("CORE-M63", "an unknown organization is forbidden", ["CORE-063"], () => async (hop, next) => {
    const answer = await next(hop)
    return answer.status === 404 && hop.target.startsWith("/api/orgs/")
      ? plainAnswer(403, { code: 403, message: "no" })
      : answer
  })
]

/** The rules that state an operation's success and its refusals, by operation id and status. */
export const tokenStated: Readonly<Record<string, Readonly<Record<number, ReadonlyArray<string>>>>> = {
  "organizationTokens.list": { 200: ["TOK-035"] },
  "organizationTokens.create": { 200: ["TOK-001"], 409: ["TOK-009"] },
  "organizationTokens.delete": { 204: ["TOK-026"], 404: ["TOK-030"] },
  "userTokens.list": { 200: ["TOK-035"] },
  "userTokens.create": { 200: ["TOK-002"] },
  "userTokens.delete": { 204: ["TOK-027"], 404: ["TOK-029"] }
}

/** Which rules notice that a parameter is overlooked, by operation id and parameter. */
export const tokenFilteredBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  "organizationTokens.list filter": ["TOK-036"],
  "userTokens.list filter": ["TOK-045"],
  "organizationTokens.list continuationToken": ["OUR-030"],
  "userTokens.list continuationToken": ["OUR-030"],
  "organizationTokens.list maxResults": ["OUR-030"],
  "userTokens.list maxResults": ["OUR-030"]
}
