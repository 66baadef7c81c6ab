/** Trials that read: a contestant asked the same few paths over and over. */
import { Effect } from "effect"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import { bearer, type Peer } from "../contestants/Peer.ts"
import { CONNECTIONS, hammer } from "../load/hammer.ts"
import { request } from "../load/request.ts"
import type { FaultOf } from "./faults.ts"
import type { Trial } from "./Trial.ts"

/** What is read from one contestant. */
export interface Reads {
  readonly peer: Peer
  /** The name in the report, where the server's own doesn't say enough. */
  readonly contestant?: string
  readonly peers: string
  readonly paths: ReadonlyArray<string>
  /** Sent beside the credential. */
  readonly headers?: Readonly<Record<string, string>>
  readonly connections?: number
  readonly faultOf: FaultOf
}

const SHOWN_CHARACTERS = 300

/** Every path is verified; the load then goes over all of them. */
export const readTrial = (reads: Reads): Trial => {
  const { contestant = reads.peer.name, faultOf, paths, peer, peers } = reads
  const headers = { ...bearer(peer), ...reads.headers }
  const verifyPath = Effect.fnUntraced(function* (path: string): Effect.fn.Return<void, BenchFault> {
    const body = yield* request(peer.origin + path, { headers })
    const fault = faultOf(body, path)
    if (fault !== undefined) {
      return yield* benchFault(`${contestant} answers ${path} with\n${body.slice(0, SHOWN_CHARACTERS)}\n${fault}`)
    }
  })
  return {
    contestant,
    verify: Effect.forEach(paths, verifyPath, { discard: true }),
    round: (seconds) =>
      hammer(peer, {
        peers,
        origin: peer.origin,
        paths,
        headers,
        connections: reads.connections ?? CONNECTIONS,
        seconds
      })
  }
}
