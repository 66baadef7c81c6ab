/** Trials that publish: new packages, one after the other, by one or more publishers at once. */
import { Effect } from "effect"
import { bearer, type Peer } from "../contestants/Peer.ts"
import { type Protocol, publish } from "../load/publish.ts"
import { request } from "../load/request.ts"
import { sampleName } from "../samples/samplePackage.ts"
import type { Trial } from "./Trial.ts"

/** What is published to one contestant. */
export interface Publishes {
  readonly peer: Peer
  readonly protocol: Protocol
  readonly clients: number
  /** Where a published package can be read, for registries that do more than take it. */
  readonly readPath?: (name: string) => string
}

/** No round publishes more, however long it lasts. */
const MOST_PACKAGES = 100_000
const VERIFY_SECONDS = 30

let orders = 0

/** Names are used once, so that every publish is one of a new package. */
const newPrefix = (): string => `published-${++orders}`

/** A publish is verified by reading back what was published. */
export const publishTrial = ({ clients, peer, protocol, readPath }: Publishes): Trial => ({
  contestant: peer.name,
  verify: Effect.gen(function* () {
    const prefix = newPrefix()
    yield* publish(peer, { protocol, prefix, clients: 1, seconds: VERIFY_SECONDS, packages: 1 })
    if (readPath !== undefined) {
      yield* request(peer.origin + readPath(sampleName(prefix, 0)), { headers: bearer(peer) })
    }
  }),
  round: (seconds) =>
    Effect.suspend(() => publish(peer, { protocol, prefix: newPrefix(), clients, seconds, packages: MOST_PACKAGES }))
})
