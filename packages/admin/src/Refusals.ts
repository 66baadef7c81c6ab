/** The reasons for which this area refuses, each in the words that the caller reads. Knows no HTTP. */
import { Effect, Schema } from "effect"
import { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { withoutTokenValues } from "./tokens/TokenValue.ts"

const notFound = (resource: string, message: string) =>
  new NotFound({ message, errors: [{ resource, errorType: "not_found" }] })

const alreadyExists = (resource: string, attribute: string, message: string) =>
  new Conflict({ message, errors: [{ resource, attribute, errorType: "already_exists" }] })

/** 404 for a canonical name. */
export const organizationNotFound = (name: string): NotFound =>
  notFound("organization", `Organization ${name} not found`)

/** 409: canonical names are given once. */
export const organizationExists = (name: string): Conflict =>
  alreadyExists("organization", "name", `Organization ${name} already exists`)

/** 404 for a login or an id. */
export const userNotFound = (login: string): NotFound => notFound("user", `User ${login} not found`)

/** 409: logins are given once. */
export const userExists = (login: string): Conflict => alreadyExists("user", "login", `User ${login} already exists`)

/** 409: a user goes only when no organization counts on them. */
export const userIsMember = (login: string, organizations: ReadonlyArray<string>): Conflict =>
  new Conflict({
    message: `User ${login} is still a member of ${organizations.join(", ")}: remove these memberships first`,
    errors: [{ resource: "user", attribute: "login", errorType: "custom" }]
  })

/** 404 for a user who exists and does not belong there. */
export const memberNotFound = (organization: string, login: string): NotFound =>
  notFound("member", `${login} is not a member of organization ${organization}`)

/** 409 for a user who belongs there already. */
export const memberExists = (organization: string, login: string): Conflict =>
  alreadyExists("member", "login", `${login} is already a member of organization ${organization}`)

/** 404 for an id that is unknown, or whose token was revoked before. What was sent may be a token: it is not repeated. */
export const tokenNotFound = (): NotFound => notFound("token", "Access token not found")

/** 404 for a team of an organization that exists. */
export const teamNotFound = (organization: string, team: string): NotFound =>
  notFound("team", `Team ${team} of organization ${organization} not found`)

/** 409: a name stays taken when its token was deleted (Spec B, Limits). */
export const tokenNameTaken = (organization: string, name: string): Conflict =>
  alreadyExists("token", "name", `The token name ${name} was already used in organization ${organization}`)

/** 409: a team's name is given once in its organization. */
export const teamExists = (organization: string, team: string): Conflict =>
  alreadyExists("team", "name", `Team ${team} of organization ${organization} already exists`)

/** 409: services stand under their owner's name, and would fall to a later team of the same name. */
export const teamOwnsServices = (team: string, services: number): Conflict =>
  new Conflict({
    message: `Team ${team} still owns services (${services}): delete them first`,
    errors: [{ resource: "team", attribute: "name", errorType: "custom" }]
  })

/** 404 for a member of the organization who does not belong to the team. */
export const teamMemberNotFound = (organization: string, team: string, login: string): NotFound =>
  notFound("team member", `${login} does not belong to team ${team} of organization ${organization}`)

/** 409 for who belongs to the team already. */
export const teamMemberExists = (organization: string, team: string, login: string): Conflict =>
  alreadyExists("team member", "login", `${login} already belongs to team ${team} of organization ${organization}`)

/** 404 for an issuer of an organization that exists. */
export const issuerNotFound = (organization: string, issuer: string): NotFound =>
  notFound("issuer", `Issuer ${issuer} of organization ${organization} not found`)

/** 409: name and address of an issuer are given once in an organization. */
export const issuerExists = (organization: string, issuer: string, url: string): Conflict =>
  alreadyExists("issuer", "name", `Organization ${organization} has an issuer ${issuer}, or one at ${url}, already`)

/** 409: who is trusted under an address is one issuer. */
export const issuerUrlTaken = (organization: string, issuer: string, url: string): Conflict =>
  alreadyExists("issuer", "url", `Issuer ${issuer} of organization ${organization} has the address ${url} already`)

/** 409: what is kept under the name would fall to whoever takes the name next. */
export const organizationHolds = (organization: string, held: ReadonlyArray<string>): Conflict =>
  new Conflict({
    message: `Organization ${organization} still holds ${held.join(", ")}: remove them first`,
    errors: [{ resource: "organization", attribute: "name", errorType: "custom" }]
  })

/** 409: without any organization the next start would take itself for the first. */
export const lastOrganization = (organization: string): Conflict =>
  new Conflict({
    message: `Organization ${organization} is the only one: make another first`,
    errors: [{ resource: "organization", attribute: "name", errorType: "custom" }]
  })

/** 400 for one attribute, saying what was expected of it. */
export const invalid = (resource: string, attribute: string, expected: string): BadRequest =>
  new BadRequest({
    message: `${resource}.${attribute}: ${expected}`,
    errors: [{ resource, attribute, errorType: "invalid", customMessage: expected }]
  })

/** The name, or the 400 that states the rule it breaks. */
export const checkName = (
  rule: Schema.Codec<string>,
  resource: string,
  attribute: string,
  name: string
): Effect.Effect<string, BadRequest> =>
  Schema.decodeEffect(rule)(name).pipe(
    Effect.mapError((error) => invalid(resource, attribute, error.message)),
    Effect.filterOrFail(
      (text) => withoutTokenValues(text) === text,
      () => invalid(resource, attribute, "Expected a name, not an access token")
    )
  )
