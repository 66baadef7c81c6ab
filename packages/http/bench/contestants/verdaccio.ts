/** Verdaccio with its defaults, but signed tokens, no web pages, no other registry behind it, and a quiet log. */
import { Effect, type Scope } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { BenchFault } from "../BenchFault.ts"
import { jsonOf, request } from "../load/request.ts"
import { startContestant } from "../process/Contestant.ts"
import type { Peer } from "./Peer.ts"

const CONFIGURATION = `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
security: { api: { jwt: { sign: { expiresIn: 29d } } } }
packages: { "**": { access: $authenticated, publish: $authenticated } }
log: { type: stdout, format: json, level: fatal }
web: { enable: false }
`

const LOGIN = "bench"

/** Running on an empty storage in `folder`, with one user. */
export const startVerdaccio = Effect.fnUntraced(function* (options: {
  readonly peers: string
  readonly folder: string
}): Effect.fn.Return<Peer, BenchFault, Scope.Scope> {
  mkdirSync(options.folder, { recursive: true })
  const configuration = join(options.folder, "config.yaml")
  writeFileSync(configuration, CONFIGURATION)
  const contestant = yield* startContestant({
    name: "Verdaccio",
    command: (port) => [
      process.execPath,
      join(options.peers, "node_modules/verdaccio/bin/verdaccio"),
      "--config",
      configuration,
      "--listen",
      `127.0.0.1:${port}`
    ],
    readyPath: "/-/ping"
  })
  const { token } = yield* jsonOf<{ readonly token: string }>(
    request(`${contestant.origin}/-/user/org.couchdb.user:${LOGIN}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: LOGIN, password: "a password of the bench" })
    })
  )
  return { ...contestant, token }
})
