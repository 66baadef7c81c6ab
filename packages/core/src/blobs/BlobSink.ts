/** How the signed-place routes write into a store on this machine. Areas never see it: they hand out places instead. */
import { Context, type Effect, type Stream } from "effect"

/** Given by the stores whose places point at this server; a store elsewhere takes uploads itself. */
export class BlobSink extends Context.Service<
  BlobSink,
  {
    /** Replaces the blob once the whole stream has arrived; when it fails or is interrupted nothing has changed. */
    readonly writeStream: <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<void, E, R>
  }
>()("platform-control/core/blobs/BlobSink") {}
