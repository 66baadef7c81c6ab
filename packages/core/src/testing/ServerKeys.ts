/** A fixed server key, so that tests can make tokens that a second process of the same test accepts. */
import { Layer, Redacted } from "effect"
import { PageTokens } from "../PageTokens.ts"
import { SERVER_KEY_BYTES, ServerKey } from "../ServerKey.ts"

export const layerTestKey: Layer.Layer<ServerKey | PageTokens> = PageTokens.layer.pipe(
  Layer.provideMerge(ServerKey.layer(Redacted.make(new Uint8Array(SERVER_KEY_BYTES).fill(7))))
)
