/**
 * Large bytes under keys, and the signed places through which clients send and fetch them without a credential.
 * Knows no area: a key is an opaque path that its area chose.
 */
import { Context, type Effect, type Option, Schema, type Stream } from "effect"

/** Where to send or fetch bytes: an absolute URL that carries its own signature and expires. */
export interface SignedPlace {
  readonly url: string
  /** Headers that the client has to send along. */
  readonly requiredHeaders: Readonly<Record<string, string>>
}

/** Bounds of an upload. */
export interface UploadBounds {
  /** A larger body is refused with 413 where the store sees the bytes, and at completion everywhere. */
  readonly maxBytes: number
  readonly expiresInSeconds: number
}

/** What is known of a stored blob without reading it. */
export interface BlobInfo {
  readonly key: string
  readonly sizeBytes: number
  /** Milliseconds since 1970; of a kept blob, a time between its upload and its keeping. */
  readonly modifiedAt: number
}

/** The blob was larger than the reader allowed. */
export class BlobTooLarge extends Schema.TaggedError<BlobTooLarge>()("BlobTooLarge", {
  key: Schema.String,
  sizeBytes: Schema.Int,
  maxBytes: Schema.Int
}) {}

/** Keys are 1 to 10 segments of `A-Z a-z 0-9 . _ - +`, joined by `/`; no segment is `.` or `..`. */
const keyPattern = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._+-]{1,200}(?:\/[A-Za-z0-9._+-]{1,200}){0,9}$/

export const isBlobKey = (key: string): boolean => keyPattern.test(key)

/** A write is acknowledged only when it survives a crash. Faults of the storage itself are defects. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** A place for one PUT, which may be repeated until it expires; the last complete body wins. */
    readonly uploadPlace: (key: string, bounds: UploadBounds) => Effect.Effect<SignedPlace>
    readonly downloadPlace: (
      key: string,
      options: { readonly expiresInSeconds: number; readonly contentType: string }
    ) => Effect.Effect<SignedPlace>
    readonly write: (key: string, bytes: Uint8Array) => Effect.Effect<void>
    readonly info: (key: string) => Effect.Effect<Option.Option<BlobInfo>>
    /** The whole blob, or none; fails without reading on when it is larger than `maxBytes`. */
    readonly read: (key: string, maxBytes: number) => Effect.Effect<Option.Option<Uint8Array>, BlobTooLarge>
    /** The blob's bytes in order; ends at once when there is none. */
    readonly stream: (key: string) => Stream.Stream<Uint8Array>
    /** Copies the blob as it is now to a key of its own, out of reach of later uploads; false when there is none. */
    readonly keep: (from: string, to: string) => Effect.Effect<boolean>
    /** Removes every blob under these keys; absent ones are no fault. */
    readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<void>
    /** Every blob whose key begins with the prefix, in no stated order. */
    readonly list: (prefix: string) => Stream.Stream<BlobInfo>
  }
>()("platform-control/core/BlobStore") {}
