/** The process behind `hammer`: reads its order from standard input, prints its result. */
import { createRequire } from "node:module"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { HammerOrder, HammerResult } from "./hammer.ts"

interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: object
  readonly body?: string
}

/** The part of autocannon that is used here. */
type Autocannon = (options: {
  readonly url: string
  readonly connections: number
  readonly duration: number
  readonly requests: ReadonlyArray<Request>
}) => Promise<{
  readonly "2xx": number
  readonly non2xx: number
  readonly errors: number
  readonly timeouts: number
  readonly duration: number
  readonly latency: { readonly p50: number; readonly p99: number }
}>

const order = JSON.parse(await text(process.stdin)) as HammerOrder
const autocannon = createRequire(join(order.peers, "package.json"))("autocannon") as Autocannon

const requestsTo = (path: string): ReadonlyArray<Request> => {
  const { bodies, headers } = order
  if (bodies === undefined) return [{ method: "GET", path, headers }]
  return bodies.map((body) => ({ method: "POST", path, headers, body }))
}

const result = await autocannon({
  url: order.origin,
  connections: order.connections,
  duration: order.seconds,
  requests: order.paths.flatMap(requestsTo)
})

const answer: HammerResult = {
  succeeded: result["2xx"],
  failed: result.non2xx + result.errors + result.timeouts,
  seconds: result.duration,
  p50Millis: result.latency.p50,
  p99Millis: result.latency.p99
}
process.stdout.write(JSON.stringify(answer))
