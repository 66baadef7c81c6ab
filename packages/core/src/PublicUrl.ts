/** Under which address clients reach this server; every absolute URL in an answer begins with it. */
import { Context, Layer } from "effect"

/** `origin` has a scheme and host, may have a path prefix, and has no trailing slash. */
export class PublicUrl extends Context.Service<PublicUrl, { readonly origin: string }>()(
  "platform-control/core/PublicUrl"
) {
  static readonly layer = (url: string): Layer.Layer<PublicUrl> =>
    Layer.succeed(PublicUrl, { origin: url.replace(/\/+$/, "") })
}
