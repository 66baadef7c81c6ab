/** The reasons for which this area refuses, each in the words that the caller reads. Knows no HTTP. */
import { Effect, Schema } from "effect"
import { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"

const notFound = (resource: string, message: string) =>
  new NotFound({ message, errors: [{ resource, errorType: "not_found" }] })

const alreadyExists = (resource: string, attribute: string, message: string) =>
  new Conflict({ message, errors: [{ resource, attribute, errorType: "already_exists" }] })

export const organizationNotFound = (name: string): NotFound =>
  notFound("organization", `Organization ${name} not found`)

export const organizationExists = (name: string): Conflict =>
  alreadyExists("organization", "name", `Organization ${name} already exists`)

export const userNotFound = (login: string): NotFound => notFound("user", `User ${login} not found`)

export const userExists = (login: string): Conflict => alreadyExists("user", "login", `User ${login} already exists`)

/** A user goes only when no organization counts on them. */
export const userIsMember = (login: string, organizations: ReadonlyArray<string>): Conflict =>
  new Conflict({
    message: `User ${login} is still a member of ${organizations.join(", ")}: remove these memberships first`,
    errors: [{ resource: "user", attribute: "login", errorType: "custom" }]
  })

export const memberNotFound = (organization: string, login: string): NotFound =>
  notFound("member", `${login} is not a member of organization ${organization}`)

export const memberExists = (organization: string, login: string): Conflict =>
  alreadyExists("member", "login", `${login} is already a member of organization ${organization}`)

export const tokenNotFound = (id: string): NotFound => notFound("token", `Access token ${id} not found`)

export const teamNotFound = (organization: string, team: string): NotFound =>
  notFound("team", `Team ${team} of organization ${organization} not found`)

/** A name stays taken when its token was deleted (Spec B, Limits). */
export const tokenNameTaken = (organization: string, name: string): Conflict =>
  alreadyExists("token", "name", `The token name ${name} was already used in organization ${organization}`)

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
  Schema.decodeEffect(rule)(name).pipe(Effect.mapError((error) => invalid(resource, attribute, error.message)))
