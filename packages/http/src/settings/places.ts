/** The kinds of the settings that say where things are kept: database, blobs, and the key that protects both. */
import { SERVER_KEY_BYTES } from "@platform-control/core/ServerKey"
import { Option, type Redacted } from "effect"
import { kind, type Kind, secret, urlOf, webUrl } from "./kinds.ts"

/** A SQLite file or a PostgreSQL database. A secret, because it may hold a password. */
export const databaseUrl: Kind<Redacted.Redacted> = secret(
  kind("`sqlite:<file>` or `postgres://user:password@host/database`", (written) =>
    /^sqlite:./.test(written) && written !== "sqlite::memory:"
      ? Option.some(written)
      : Option.as(urlOf(["postgres:", "postgresql:"])(written), written)
  )
)

const decodeKey = (written: string): Uint8Array =>
  /^[0-9a-f]+$/i.test(written) && written.length === 2 * SERVER_KEY_BYTES
    ? Buffer.from(written, "hex")
    : /^[A-Za-z0-9+/_-]+=*$/.test(written)
      ? Buffer.from(written, "base64")
      : new Uint8Array()

/** The server's secret. */
export const serverKey: Kind<Redacted.Redacted<Uint8Array>> = secret(
  kind(
    `${SERVER_KEY_BYTES} random bytes in base64 or hex; \`openssl rand -base64 ${SERVER_KEY_BYTES}\` makes them`,
    (written) => Option.some(decodeKey(written)).pipe(Option.filter((key) => key.length === SERVER_KEY_BYTES))
  )
)

/** Where blobs are kept. */
export type BlobPlace =
  | { readonly _tag: "Files"; readonly folder: string }
  | {
      readonly _tag: "S3"
      readonly bucket: string
      /** Without slashes around; empty where the whole bucket is ours. */
      readonly prefix: string
      readonly region: string | undefined
      /** Of a store that is not the cloud's own. */
      readonly endpoint: string | undefined
    }

const s3Place = (url: URL): Option.Option<BlobPlace> => {
  const unknown = [...url.searchParams.keys()].some((name) => name !== "region" && name !== "endpoint")
  const endpoint = url.searchParams.get("endpoint") ?? undefined
  if (unknown || url.hostname === "" || (endpoint !== undefined && Option.isNone(webUrl(endpoint))))
    return Option.none()
  return Option.some({
    _tag: "S3",
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/+|\/+$/g, ""),
    region: url.searchParams.get("region") ?? undefined,
    endpoint
  })
}

export const blobPlace: Kind<BlobPlace> = kind(
  "`file:<folder>` or `s3://bucket/prefix?region=<region>&endpoint=<url>`",
  (written) =>
    /^file:./.test(written)
      ? Option.some({ _tag: "Files", folder: written.slice("file:".length).replace(/^\/\//, "") })
      : Option.flatMap(urlOf(["s3:"])(written), s3Place)
)
