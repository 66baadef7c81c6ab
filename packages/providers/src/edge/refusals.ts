/** How the products of the edge cloud say no. */
import { Schema } from "effect"

const Text = Schema.optionalKey(Schema.String)
const ByField = Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))

const Refusal = Schema.Struct({ message: Text, Message: Text, error: Text, errors: ByField, Errors: ByField })

const isRefusal = Schema.is(Refusal)

/** `{"message": …}` of the cloud, `{"Message": …, "errors": {field: [ … ]}}` of the CDN, `{"error": …}` of the DNS. */
export const saidIn = (body: unknown): string | undefined => {
  if (!isRefusal(body)) return undefined
  const sentence = body.message ?? body.Message ?? body.error
  const fields = Object.entries(body.errors ?? body.Errors ?? {}).map(
    ([field, said]) => `${field}: ${Array.isArray(said) ? said.join(" ") : String(said)}`
  )
  const all = [...(sentence === undefined ? [] : [sentence]), ...fields]
  return all.length === 0 ? undefined : all.join("; ")
}
