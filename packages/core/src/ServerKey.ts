/** The server's one secret, from which every purpose derives a key of its own. Knows no file and no setting. */
import { Context, Layer, Redacted } from "effect"
import { hkdfSync } from "node:crypto"

const DERIVED_BYTES = 32

/** At least this many bytes of randomness make a server key. */
export const SERVER_KEY_BYTES = 32

/** All processes on one database share one key: tokens, upload places and stored secrets of one are read by all. */
export class ServerKey extends Context.Service<
  ServerKey,
  {
    /** A 256-bit key for one purpose; two purposes never share one (HKDF-SHA-256, RFC 5869). */
    readonly derive: (purpose: string) => Uint8Array
  }
>()("platform-control/core/ServerKey") {
  static readonly layer = (secret: Redacted.Redacted<Uint8Array>): Layer.Layer<ServerKey> =>
    Layer.sync(ServerKey, () => ({
      derive: (purpose) =>
        new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "platform-control", purpose, DERIVED_BYTES))
    }))
}
