/** A server's policy packs as the commands reach them. */
import { make } from "../../client/policy.ts"
import { connectedBy } from "../Connection.ts"

/** Uses a server's policy packs; failures are explained. */
export const policyServer = connectedBy(make)
