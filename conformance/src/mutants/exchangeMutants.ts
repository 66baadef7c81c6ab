/** Faults of the token exchange, one a line. Those named MUT- are the specification's examples. */
import * as exchange from "./exchangeFaults.ts"
import { type Fault, type Mutant, mutant as row, plainAnswer, withBody } from "./Mutant.ts"
import { objectOf } from "../wire/Exchange.ts"
import { operationOf } from "../table/operations.ts"
import * as wire from "./wireFaults.ts"

const { asks, believes, claimsOf, endsEarlier, hands, headerOfToken, isRefresh, oneAtATime, refusesBody, refusesWith } =
  exchange

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const typeIs = (body: exchange.Body, kind: string): boolean => String(body["requested_token_type"]).endsWith(`:${kind}`)

const without = (name: string) => (body: exchange.Body) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const isScopeOf = (kind: string, wrong: RegExp) => (body: exchange.Body) =>
  typeIs(body, kind) && wrong.test(textOf(body["scope"]))

const lacks = (name: string) => (body: exchange.Body) => body["subject_token"] !== undefined && body[name] === undefined

const operation = operationOf("exchange.exchange")

/** What a refresh token buys is the token of somebody else. */
const refreshesAs = (identity: "admin" | "outsider") => (): Fault => (hop, next, world) =>
  hands((body) => ({ ...body, access_token: world.configuration.identities[identity] }), isRefresh)()(hop, next, world)

export const exchangeMutants: ReadonlyArray<Mutant> = [
  row("MUT-161", "a revoked refresh token still trades", ["TEX-014"], believes(isRefresh)),
  row(
    "MUT-163",
    "alg none is believed",
    ["TEX-022"],
    believes(({ subject_token }) => /^none$/i.test(String(headerOfToken(subject_token)["alg"])))
  ),
  row("MUT-165", "the wished expiration is overlooked", ["TEX-006"], asks(without("expiration"))),
  row("TEX-M01", "an exchange is answered 201", ["TEX-001", "TEX-002"], wire.statusOf(operation, 200, 201)),
  row(
    "TEX-M02",
    "an identity token buys nothing",
    ["TEX-001"],
    refusesBody((body) => !isRefresh(body))
  ),
  row("TEX-M03", "a refresh token buys nothing", ["TEX-002"], refusesBody(isRefresh)),
  row("TEX-M04", "scope is left out", ["TEX-003"], hands(without("scope"))),
  row(
    "TEX-M05",
    "token_type is null",
    ["TEX-003"],
    hands((body) => ({ ...body, token_type: null }))
  ),
  row(
    "TEX-M06",
    "refresh_token is null",
    ["TEX-004"],
    hands((body) => ({ ...body, refresh_token: null }))
  ),
  row(
    "TEX-M07",
    "refresh_token is empty",
    ["TEX-004"],
    hands((body) => ({ ...body, refresh_token: "" }))
  ),
  row(
    "TEX-M08",
    "expires_in is text",
    ["TEX-005"],
    hands((body) => ({ ...body, expires_in: String(body["expires_in"]) }))
  ),
  row(
    "TEX-M09",
    "expires_in is 0",
    ["TEX-005", "TEX-006"],
    hands((body) => ({ ...body, expires_in: 0 }))
  ),
  row(
    "TEX-M10",
    "expires_in is in milliseconds",
    ["TEX-006"],
    hands((body) => ({ ...body, expires_in: Number(body["expires_in"]) * 1000 }))
  ),
  row(
    "TEX-M11",
    "issued_token_type is always organization",
    ["TEX-008"],
    hands((body) => ({ ...body, issued_token_type: "urn:svc:token-type:access_token:organization" }))
  ),
  row(
    "TEX-M12",
    "the token does not work",
    ["TEX-009", "TEX-012"],
    hands((body) => ({ ...body, access_token: String(body["access_token"]) + "x" }))
  ),
  row(
    "TEX-M13",
    "a negative expiration is taken for none",
    ["TEX-007"],
    asks((body) => (Number(body["expiration"]) < 0 ? without("expiration")(body) : body))
  ),
  row(
    "TEX-M14",
    "a refresh token buys what is given in",
    ["TEX-012"],
    hands(
      (body, asked) => ({
        ...body,
        access_token: asked["refresh_token"]
      }),
      isRefresh
    )
  ),
  row("TEX-M15", "a refresh token is a bearer", ["TEX-013"], wire.trusts(undefined, wire.identityIs("refresh"))),
  row("TEX-M16", "any text is a refresh token", ["TEX-015", "TEX-016"], () => {
    const believed = believes(isRefresh)()
    return async (hop, next, world) => {
      const { refresh } = world.configuration.identities
      const right = { grant_type: "refresh_token", refresh_token: refresh }
      // The last good answer is that of the right token, asked for beforehand.
      if (hop.body.includes("refresh_token") && !hop.body.includes(String(refresh)))
        await believed(exchange.withText(hop, right), next, world)
      return believed(hop, next, world)
    }
  }),
  row(
    "TEX-M17",
    "an unknown grant type trades",
    ["TEX-017", "TEX-031"],
    refusesWith(() =>
      plainAnswer(200, {
        access_token: "x".repeat(20),
        issued_token_type: "x",
        token_type: "x",
        expires_in: 1,
        scope: ""
      })
    )
  ),
  row(
    "TEX-M18",
    "a missing grant type is guessed",
    ["TEX-018", "TEX-030"],
    asks((body) =>
      body["grant_type"] !== undefined
        ? body
        : {
            ...body,
            grant_type: isRefresh(body) ? "refresh_token" : "urn:ietf:params:oauth:grant-type:token-exchange"
          }
    )
  ),
  row(
    "TEX-M19",
    "a missing audience is read from the token",
    ["TEX-019", "TEX-030"],
    asks((body) => (lacks("audience")(body) ? { ...body, audience: claimsOf(body["subject_token"])["aud"] } : body))
  ),
  row(
    "TEX-M20",
    "an audience of another form is believed",
    ["TEX-020"],
    believes(({ audience }) => typeof audience === "string" && audience.startsWith("urn:svc:organization:"))
  ),
  row(
    "TEX-M21",
    "an audience with something behind the name is believed",
    ["TEX-020"],
    believes(({ audience }) => typeof audience === "string" && audience.endsWith(":"))
  ),
  row(
    "TEX-M22",
    "an issuer is trusted by every organization",
    ["TEX-021"],
    believes(({ audience }) => String(audience).endsWith("-other"))
  ),
  row(
    "TEX-M23",
    "a stranger's signature is believed",
    ["TEX-022"],
    believes(
      ({ subject_token }) =>
        headerOfToken(subject_token)["alg"] === "ES256" && String(subject_token).split(".").length === 3
    )
  ),
  row(
    "TEX-M24",
    "an expired identity token is believed",
    ["TEX-022"],
    believes(({ subject_token }) => Number(claimsOf(subject_token)["exp"]) < Date.now() / 1000)
  ),
  row(
    "TEX-M25",
    "another audience in the identity token is believed",
    ["TEX-022"],
    believes(({ subject_token }) => String(claimsOf(subject_token)["aud"]).endsWith("-nobody"))
  ),
  row(
    "TEX-M26",
    "another issuer is believed",
    ["TEX-022"],
    believes(({ subject_token }) => String(claimsOf(subject_token)["iss"]).includes("stranger"))
  ),
  row(
    "TEX-M27",
    "an identity token of tomorrow is believed",
    ["TEX-022"],
    believes(({ subject_token }) => Number(claimsOf(subject_token)["nbf"]) > Date.now() / 1000 + 60)
  ),
  row(
    "TEX-M28",
    "HMAC with a guessable secret is believed",
    ["TEX-022"],
    believes(({ subject_token }) => headerOfToken(subject_token)["alg"] === "HS256")
  ),
  row(
    "TEX-M29",
    "subject_token_type is overlooked",
    ["TEX-023", "TEX-030"],
    asks((body) =>
      body["subject_token"] === undefined
        ? body
        : { ...body, subject_token_type: "urn:ietf:params:oauth:token-type:id_token" }
    )
  ),
  row(
    "TEX-M30",
    "an unknown type buys an organization's token",
    ["TEX-024"],
    believes(({ requested_token_type }) => /:admin$|^organization$/.test(String(requested_token_type)))
  ),
  row("TEX-M31", "scope admin is refused", ["TEX-025"], refusesBody(isScopeOf("organization", /^admin$/))),
  row("TEX-M32", "an organization's token may have any scope", ["TEX-025"], believes(isScopeOf("organization", /./))),
  row("TEX-M33", "a team's token needs no scope", ["TEX-026"], believes(isScopeOf("team", /^$/))),
  row("TEX-M34", "a token of no team", ["TEX-026"], believes(isScopeOf("team", /no-such-team/))),
  row("TEX-M35", "a personal token needs no scope", ["TEX-027"], believes(isScopeOf("personal", /^$/))),
  row("TEX-M36", "a personal token of nobody", ["TEX-027"], believes(isScopeOf("personal", /no-such-user/))),
  row("TEX-M37", "a runner's token needs no scope", ["TEX-028"], believes(isScopeOf("runner", /^$/))),
  row(
    "TEX-M38",
    "every organization's token is an administrator's",
    ["TEX-029"],
    asks((body) => (typeIs(body, "organization") ? { ...body, scope: "admin" } : body))
  ),
  row(
    "TEX-M39",
    "a refusal hands out a token",
    ["TEX-032", "TEX-016"],
    refusesWith((answer) => withBody(answer, { ...objectOf(answer), access_token: "x".repeat(20) }))
  ),
  row(
    "TEX-M40",
    "a refusal is a fault of the server",
    ["TEX-031"],
    refusesWith((answer) => ({ ...answer, status: 500 }))
  ),
  row(
    "TEX-M41",
    "forms are a fault of the server",
    ["TEX-033"],
    () => (hop, next) =>
      String(hop.headers["content-type"]).includes("form")
        ? Promise.resolve(plainAnswer(500, { code: 500, message: "oops" }))
        : next(hop)
  ),
  row("TEX-M42", "exchanges at the same time are faults", ["TEX-034"], oneAtATime),
  row("TEX-M43", "a second exchange ends the first token", ["TEX-035"], endsEarlier),
  row(
    "TEX-M45",
    "what a refresh token buys outlives it",
    ["TEX-011"],
    hands((body) => ({ ...body, expires_in: Number(body["expires_in"]) * 1_000_000 }), isRefresh)
  ),
  row(
    "TEX-M46",
    "any grant type trades a refresh token",
    ["TEX-017"],
    asks((body) =>
      isRefresh(body) && typeof body["grant_type"] === "string" ? { ...body, grant_type: "refresh_token" } : body
    )
  ),
  row(
    "TEX-M47",
    "scope is a number",
    ["TEX-003"],
    hands((body) => ({ ...body, scope: 7 }))
  ),
  row("TEX-M44", "the user behind a refresh token is another", ["TEX-010"], refreshesAs("outsider")),
  row("TEX-M48", "the user behind a refresh token is another who has one too", ["TEX-010"], refreshesAs("admin"))
]
