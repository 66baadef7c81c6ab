/** Compressed bodies, both ways: gzip in requests is inflated within a bound, gzip in answers is sent where asked for. */
import { BLOBS_PATH } from "@platform-control/core/blobs/placesHere"
import { Effect } from "effect"
import { HttpMiddleware, HttpPlatform, HttpServerRequest, type HttpServerResponse } from "effect/http"

/** Sizes in bytes. */
export interface EncodingOptions {
  /** Bound of a body after inflating it. */
  readonly maxBodyBytes: number
  /** Smaller answers are not compressed; `undefined` compresses none. */
  readonly compressionThresholdBytes: number | undefined
}

type App<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>

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
    const plain = { asSent: app, inflated: inflate(app), unsupported }
    const compressed = {
      asSent: Effect.provideService(compress(app), HttpPlatform.HttpPlatform, platform),
      inflated: Effect.provideService(compress(plain.inflated), HttpPlatform.HttpPlatform, platform),
      unsupported
    }
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
      if (url.startsWith(BLOBS_PATH)) return app
      const mayCompress = options.compressionThresholdBytes !== undefined && acceptsGzip(headers["accept-encoding"])
      const ways = mayCompress ? compressed : plain
      const coding = headers["content-encoding"]?.trim().toLowerCase()
      if (coding === undefined || coding === "identity") return ways.asSent
      return coding === "gzip" ? ways.inflated : ways.unsupported
    })
  }
}
