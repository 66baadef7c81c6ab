/** Inflates gzip as it streams, in the threads of zlib, so that the event loop stays free. */
import { Effect, Stream } from "effect"
import { pipeline, Readable } from "node:stream"
import { createGunzip } from "node:zlib"

const CHUNK_BYTES = 64 * 1024

/** Fails with zlib's fault where the bytes are not whole gzip; nothing runs on once the stream has ended. */
export const inflated = (bytes: Stream.Stream<Uint8Array>): Stream.Stream<Uint8Array, unknown> =>
  Stream.unwrap(
    Effect.acquireRelease(
      Effect.sync(() => {
        const source = Readable.from(Stream.toAsyncIterable(bytes))
        const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
        // Whoever reads the inflated bytes meets the fault; here it only must not be thrown.
        pipeline(source, gunzip, () => undefined)
        return { source, gunzip }
      }),
      ({ gunzip, source }) =>
        Effect.sync(() => {
          gunzip.destroy()
          source.destroy()
        })
    ).pipe(Effect.map(({ gunzip }) => Stream.fromAsyncIterable<Uint8Array, unknown>(gunzip, (cause) => cause)))
  )
