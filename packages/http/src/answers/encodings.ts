/** How bodies are read and written: gzip in requests is inflated within a bound, gzip in answers is sent where asked for. */
import { BLOBS_PATH } from "@platform-control/core/blobs/placesHere"
import { Effect } from "effect"
import { HttpMiddleware, HttpPlatform, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { bodyTooLarge } from "./bodyTooLarge.ts"

/** Sizes in bytes. */
export interface EncodingOptions {
  /** Bound of a body, as it is sent and after inflating it. */
  readonly maxBodyBytes: number
  /** Smaller answers are not compressed; `undefined` compresses none. */
  readonly compressionThresholdBytes: number | undefined
}

type App<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>

/** Whether the router finds the blobs behind this path, which may be escaped. */
const isOfBlobs = (url: string): boolean => {
  if (!url.includes("%")) return url.startsWith(BLOBS_PATH)
  const [, first = ""] = url.split("/", 2)
  try {
    return decodeURIComponent(`/${first}`).startsWith(BLOBS_PATH)
  } catch {
    return false
  }
}

/** Whether an `Accept-Encoding` header asks for gzip. */
export const acceptsGzip = (header: string | undefined): boolean => header !== undefined && /\bgzip\b/i.test(header)

/**
 * `app` behind both directions; `unsupported` answers a body in another encoding, or in several: each layer would cost
 * memory of its own. Blobs are stored and sent as they are. The ways are made once, so a request pays for its own only.
 */
export const makeEncodings = (platform: HttpPlatform.HttpPlatform["Service"], options: EncodingOptions) => {
  const inflate = HttpMiddleware.decompression({ maxDecompressedSize: options.maxBodyBytes })
  const compress = HttpMiddleware.compression({
    algorithms: ["gzip"],
    minSize: options.compressionThresholdBytes ?? Number.POSITIVE_INFINITY
  })
  return <E>(app: App<E>, unsupported: App<E>): App<E> => {
    const plain = {
      asSent: app,
      inflated: inflate(app),
      refused: Effect.updateService(app, HttpServerRequest.HttpServerRequest, bodyTooLarge),
      unsupported
    }
    const compressing = (way: App<E>): App<E> =>
      Effect.provideService(compress(way), HttpPlatform.HttpPlatform, platform)
    const compressed = {
      asSent: compressing(plain.asSent),
      inflated: compressing(plain.inflated),
      refused: compressing(plain.refused),
      unsupported
    }
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
      if (isOfBlobs(url)) return app
      const mayCompress = options.compressionThresholdBytes !== undefined && acceptsGzip(headers["accept-encoding"])
      const ways = mayCompress ? compressed : plain
      const coding = headers["content-encoding"]?.trim().toLowerCase()
      const isPlain = coding === undefined || coding === "identity"
      if (!isPlain && coding !== "gzip") return ways.unsupported
      if (Number(headers["content-length"]) > options.maxBodyBytes) return ways.refused
      return isPlain ? ways.asSent : ways.inflated
    })
  }
}
