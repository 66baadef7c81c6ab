/** The endpoint at which tokens are traded for access tokens. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import { Needs, needs } from "@platform-control/core/Needs"
import { ExchangeForm, ExchangeRefused, ExchangeRequest, ExchangeResponse } from "./Exchange.ts"

/**
 * Stands on the group instead of `RequestErrors`: what can't be decoded is refused in the words of RFC 6749, and no
 * answer may be stored (RFC 6749, section 5.1).
 */
export class ExchangeErrors extends HttpApiMiddleware.Service<ExchangeErrors>()(
  "platform-control/admin/ExchangeErrors",
  {
    error: ExchangeRefused
  }
) {}

/** Asks for no credential: what is traded is the credential (Spec A, Token exchange). */
export const ExchangeGroup = HttpApiGroup.make("exchange")
  .add(
    HttpApiEndpoint.post("exchange", "/api/oauth/token", {
      payload: [ExchangeRequest, ExchangeForm.pipe(HttpApiSchema.asFormUrlEncoded())],
      success: ExchangeResponse
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Trade an identity token of a trusted issuer, or a refresh token, for an access token"
        })
      )
      .annotate(Needs, needs.nothing)
  )
  .middleware(ExchangeErrors)
  .annotateMerge(
    OpenApi.annotations({
      title: "Token exchange",
      description: "Access tokens for whoever has another proof of identity."
    })
  )
