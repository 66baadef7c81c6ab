/** The token exchange, by hand from the specification (Spec A, Token exchange; open points, section 2). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { optional, record, required } = shape

const answer = record("TokenExchangeResponse", {
  access_token: required(shape.string),
  issued_token_type: required(shape.string),
  token_type: required(shape.string),
  expires_in: required({ kind: "integer", minimum: 1 }),
  scope: required(shape.string),
  refresh_token: optional(shape.string)
})

/** Both variants: `grant_type` says which of the other fields are needed. */
const body = record("TokenExchangeRequest", {
  grant_type: required(shape.string),
  audience: optional(shape.string),
  subject_token: optional(shape.string),
  subject_token_type: optional(shape.string),
  requested_token_type: optional(shape.string),
  scope: optional(shape.string),
  expiration: optional(shape.integer),
  refresh_token: optional(shape.string)
})

export const exchangeTable: ReadonlyArray<Operation> = [
  {
    id: "exchange.exchange",
    method: "POST",
    path: "/api/oauth/token",
    profile: "token-exchange",
    group: "exchange",
    access: "public",
    query: {},
    body,
    success: { status: 200, body: answer },
    refusals: []
  }
]
