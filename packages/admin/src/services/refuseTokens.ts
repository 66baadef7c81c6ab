/** Keeps access tokens out of what services say of themselves: everybody in the organization reads it. Knows no storage. */
import { Effect } from "effect"
import { BadRequest } from "@platform-control/core/Errors"
import { withoutTokenValues } from "../tokens/TokenValue.ts"

const placesOf = (value: unknown, place: string): ReadonlyArray<string> => {
  if (typeof value === "string") return withoutTokenValues(value) === value ? [] : [place]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, below]) => placesOf(below, place === "" ? key : `${place}.${key}`))
}

const EXPECTED = "Expected a text without an access token, which others could read here"

/** 400 that names each place of the body that holds one. */
export const refuseTokens = (body: object): Effect.Effect<void, BadRequest> => {
  const places = placesOf(body, "")
  return places.length === 0
    ? Effect.void
    : Effect.fail(
        new BadRequest({
          message: places.map((attribute) => `body.${attribute}: ${EXPECTED}`).join("; "),
          errors: places.map((attribute) => ({
            resource: "body",
            attribute,
            errorType: "invalid",
            customMessage: EXPECTED
          }))
        })
      )
}
