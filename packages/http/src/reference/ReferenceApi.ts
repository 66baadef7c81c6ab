/**
 * The API as the reference describes it: with the refusals that every operation shares, wherever in the server they are
 * made. Never served: the front and the fallback make these answers, not a middleware.
 */
import {
  InternalError,
  PayloadTooLarge,
  ServiceUnavailable,
  TooManyRequests,
  UnsupportedMediaType
} from "@platform-control/core/Errors"
import { HttpApiMiddleware } from "effect/http-api"
import { ControlPlaneApi } from "../ControlPlaneApi.ts"

class SharedRefusals extends HttpApiMiddleware.Service<SharedRefusals>()("platform-control/http/SharedRefusals", {
  error: [PayloadTooLarge, UnsupportedMediaType, TooManyRequests, InternalError, ServiceUnavailable]
}) {}

/** Only to be described. */
export const ReferenceApi = ControlPlaneApi.middleware(SharedRefusals)
