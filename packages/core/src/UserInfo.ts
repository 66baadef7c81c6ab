/** The public face of a user, as other records show it (Spec A, AgentTask). */
import { Schema } from "effect"

/** `email` is present only where an administrator asks. */
export const UserInfo = Schema.Struct({
  name: Schema.String,
  scmLogin: Schema.String,
  avatarUrl: Schema.String,
  email: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "UserInfo" })
export type UserInfo = typeof UserInfo.Type
