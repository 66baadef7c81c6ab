/** The kinds of inputs that only functions of the edge cloud have. */
import { Schema } from "effect"

/** The id of a thing in the cloud. */
export const Uuid = Schema.String.check(Schema.isUUID(undefined, { message: "should be the correct UUID" }))
