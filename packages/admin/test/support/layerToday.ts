/** This area on an engine, under a test clock that begins today: a jump from 1970 would run every timer of the pool. */
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { TestEngine } from "@platform-control/core/testing/databases"
import { layerAdminOn } from "../../src/testing.ts"

/** Where the clock begins, in milliseconds since 1970. */
export const today = Date.UTC(2026, 0, 31, 12)

export const clockToday = Layer.effectDiscard(TestClock.setTime(today))

export const layerToday = (engine: TestEngine) => layerAdminOn(engine).pipe(Layer.provide(clockToday))

export const nowSeconds = Effect.map(
  Effect.clockWith((clock) => clock.currentTimeMillis),
  (now) => Math.floor(now / 1000)
)
