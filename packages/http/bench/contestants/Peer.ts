/** A contestant with the credential that it lets in. */
import type { Contestant } from "../process/Contestant.ts"

/** `token` is sent as a bearer token. */
export interface Peer extends Contestant {
  readonly token: string
}

/** The header of every authenticated request. */
export const bearer = ({ token }: Pick<Peer, "token">): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`
})
