/** One HTTP request of the bench itself, outside of any load. */
import { Effect } from "effect"
import { type BenchFault, benchFault } from "../BenchFault.ts"

const SHOWN_CHARACTERS = 300

/** The body of a successful answer; any other status fails with the beginning of what was said. */
export const request = (url: string, init: RequestInit = {}): Effect.Effect<string, BenchFault> =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(url, init)
      const body = await response.text()
      if (!response.ok) throw new Error(`${response.status} ${body.slice(0, SHOWN_CHARACTERS)}`)
      return body
    },
    catch: (cause) =>
      benchFault(`${init.method ?? "GET"} ${url}: ${cause instanceof Error ? cause.message : String(cause)}`)
  })

/** That body as JSON; the shape is the caller's promise. */
export const jsonOf = <A>(body: Effect.Effect<string, BenchFault>): Effect.Effect<A, BenchFault> =>
  Effect.flatMap(body, (text) =>
    Effect.try({
      try: () => JSON.parse(text) as A,
      catch: () => benchFault(`Not JSON: ${text.slice(0, SHOWN_CHARACTERS)}`)
    })
  )
