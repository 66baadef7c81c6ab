/** Asks the server which version it is. */
import { Effect, Schema, Semaphore } from "effect"
import type { ApiClient } from "../api/ApiClient.ts"
import { UnexpectedAnswer } from "../LookupError.ts"

const Status = Schema.Struct({ "netbox-version": Schema.String })

/** The releases whose API the functions were written against. */
const KNOWN = { oldest: [4, 2], newest: [4, 6] } as const

const isKnown = (major: number, minor: number): boolean =>
  major === KNOWN.oldest[0] && minor >= KNOWN.oldest[1] && minor <= KNOWN.newest[1]

/** Warns of a version that is not known. Fails where the address, the token or the server is not what it should be. */
const checkVersion = Effect.fnUntraced(function* (api: ApiClient) {
  const status = yield* api.get({ path: "/status/", answer: Status })
  const version = status["netbox-version"]
  const [, major, minor] = /^v?(\d+)\.(\d+)\.\d+/.exec(version) ?? []
  if (major === undefined || minor === undefined)
    return yield* new UnexpectedAnswer({
      message: "GET /api/status/: the server's version can't be read. skipVersionCheck goes on without it."
    })
  if (!isKnown(Number(major), Number(minor)))
    yield* Effect.logWarning(
      `NetBox ${version} may be unsupported: these functions know ${KNOWN.oldest.join(".")} to ${KNOWN.newest.join(".")}.`
    )
})

/** A client whose first question is for the version; until that was answered once, every question begins with it. */
export const withVersionCheck = Effect.fnUntraced(function* (api: ApiClient) {
  const turn = yield* Semaphore.make(1)
  let known = false
  const check = Effect.suspend(() =>
    known ? Effect.void : Effect.tap(checkVersion(api), () => Effect.sync(() => (known = true)))
  ).pipe(turn.withPermits(1))
  const checked: ApiClient = {
    get: (request) => Effect.andThen(check, api.get(request)),
    post: (request) => Effect.andThen(check, api.post(request))
  }
  return checked
})
