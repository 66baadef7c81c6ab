/** How the inventory service says no: every refusal of a credential has status 403, as every missing permission. */
import { Schema } from "effect"

const Detail = Schema.Struct({ detail: Schema.String })
const Fault = Schema.Struct({ error: Schema.String })
const ByField = Schema.Record(Schema.String, Schema.Array(Schema.String))
const Lines = Schema.Array(Schema.String)

/** `{"detail": …}`, `{"error": …}` of a fault, `{"<field>": [ … ]}` of bad values, or a list of sentences. */
export const saidIn = (body: unknown): string | undefined => {
  if (Schema.is(Detail)(body)) return body.detail
  if (Schema.is(Fault)(body)) return body.error
  if (Schema.is(Lines)(body)) return body.join(" ")
  if (!Schema.is(ByField)(body)) return undefined
  return Object.entries(body)
    .map(([field, sentences]) => `${field}: ${sentences.join(" ")}`)
    .join("; ")
}

const aboutCredential =
  /^(?:Authentication credentials were not provided|Invalid (?:v\d )?token|Invalid authorization header|Token (?:expired|disabled)|User inactive|Source IP )/i

/** The texts are those of versions 3.1 to 4.6. */
export const refusesCredential = (status: number, said: string | undefined): boolean =>
  status === 401 || (status === 403 && said !== undefined && aboutCredential.test(said))
