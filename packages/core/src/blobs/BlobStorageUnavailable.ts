/** Why a store could not be opened, said to whoever operates the server. */
import { Schema } from "effect"

/** The place that the settings name can't be used; the message says what to do. */
export class BlobStorageUnavailable extends Schema.TaggedError<BlobStorageUnavailable>()("BlobStorageUnavailable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}
