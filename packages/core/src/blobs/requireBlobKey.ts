/** Keys come from areas, never from callers: a malformed one is a fault of the server. */
import { Effect } from "effect"
import { isBlobKey } from "../BlobStore.ts"

/** Dies on what is no blob key, before it can name a file or object that it should not. */
export const requireBlobKey = (key: string): Effect.Effect<void> =>
  isBlobKey(key) ? Effect.void : Effect.die(new Error(`Not a blob key: ${JSON.stringify(key)}`))
