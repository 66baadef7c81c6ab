/** Seals secrets that have to be stored and read again. Knows no table; a secret that is only compared is hashed instead. */
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { ServerKey } from "./ServerKey.ts"

const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Says how the rest is sealed, so that another way can stand beside it one day. */
const MARK = "v1."

/** What is stored was sealed with another server key or for another purpose, or has been changed since. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  purpose: Schema.String
}) {
  override get message() {
    return `A stored secret (${this.purpose}) can't be opened: it was changed, or sealed with another server key`
  }
}

/** A purpose says what the secret is and whose (`integration/42/token`), so that one can't be put in another's place. */
export class SecretBox extends Context.Service<
  SecretBox,
  {
    /** Text to store, different each time; its length tells the secret's (AES-256-GCM, random nonce). */
    readonly seal: (purpose: string, secret: Redacted.Redacted) => string
    readonly open: (purpose: string, sealed: string) => Result.Result<Redacted.Redacted, SecretUnreadable>
  }
>()("platform-control/core/SecretBox") {
  static readonly layer: Layer.Layer<SecretBox, never, ServerKey> = Layer.effect(
    SecretBox,
    Effect.map(ServerKey, (serverKey) => {
      const key = serverKey.derive("secret-box")
      return SecretBox.of({
        seal: (purpose, secret) => {
          const nonce = randomBytes(NONCE_BYTES)
          const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
          cipher.setAAD(Buffer.from(purpose))
          const text = Buffer.concat([cipher.update(Redacted.value(secret), "utf8"), cipher.final()])
          return MARK + Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")
        },
        open: (purpose, sealed) => {
          const unreadable = Result.fail(new SecretUnreadable({ purpose }))
          const bytes = Buffer.from(sealed.slice(MARK.length), "base64url")
          if (MARK + bytes.toString("base64url") !== sealed || bytes.length < NONCE_BYTES + TAG_BYTES) return unreadable
          const nonce = bytes.subarray(0, NONCE_BYTES)
          const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
          decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
          const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
          try {
            return Result.succeed(Redacted.make(Buffer.concat([text, decipher.final()]).toString()))
          } catch {
            return unreadable
          }
        }
      })
    })
  )
}
