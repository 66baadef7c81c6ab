/** One request for each operation that would succeed, so that the laws can spoil it. Knows no law. */
import type { Trial } from "../engine/Trial.ts"
import type { Operation } from "../table/Operation.ts"
import type { Exchange } from "../wire/Exchange.ts"
import type { Caller, Sending } from "../engine/Caller.ts"

/** A request that succeeds when the admin sends it, and what can be read of what it touches. */
export interface Sample {
  readonly operation: Operation
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Everything that the request could change, as text. */
  readonly state: () => Promise<string>
}

/** Makes a new one each time, since a write can succeed only once. */
export type MakeSample = (trial: Trial) => Promise<Sample>

/** Sends it as somebody, with changes. */
export const sendSample = (caller: Caller, sample: Sample, changes: Sending = {}): Promise<Exchange> => {
  const spoilt = "body" in changes || "rawBody" in changes
  return caller.send(sample.operation.method, sample.path, {
    ...(sample.body === undefined || spoilt ? {} : { body: sample.body }),
    ...changes
  })
}
