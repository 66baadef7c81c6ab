/** The process behind `publish`: reads its order from standard input, prints its result. */
import { Effect } from "effect"
import { text } from "node:stream/consumers"
import { samplePackage } from "../samples/samplePackage.ts"
import { quantile } from "../rounds/statistics.ts"
import { publishToNpm } from "./publishToNpm.ts"
import { publishInTwoPhases } from "./publishInTwoPhases.ts"
import type { PublishOrder, PublishResult } from "./publish.ts"

const order = JSON.parse(await text(process.stdin)) as PublishOrder
const publishOne = order.protocol === "npm" ? publishToNpm : publishInTwoPhases

const beganAt = performance.now()
const endsAt = beganAt + order.seconds * 1000
const durations: Array<number> = []
let begun = 0

const isOver = () => begun >= order.packages || performance.now() >= endsAt

const next = Effect.promise(async () => {
  const sample = samplePackage(order.prefix, begun++)
  const startedAt = performance.now()
  await publishOne(order, sample)
  durations.push(performance.now() - startedAt)
})

const client = Effect.whileLoop({ while: () => !isOver(), body: () => next, step: () => undefined })

await Effect.runPromise(
  Effect.all(
    Array.from({ length: order.clients }, () => client),
    { concurrency: "unbounded", discard: true }
  )
)

const result: PublishResult = {
  published: durations.length,
  seconds: (performance.now() - beganAt) / 1000,
  p50Millis: quantile(durations, 0.5),
  p99Millis: quantile(durations, 0.99)
}
process.stdout.write(JSON.stringify(result))
// Connections are kept alive; nothing is left to be said on them.
process.exit(0)
