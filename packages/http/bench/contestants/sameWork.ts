/** The two servers that do the least of our server's work and nothing else: on `node:http`, and on Fastify. */
import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { BenchFault } from "../BenchFault.ts"
import { request } from "../load/request.ts"
import { startContestant } from "../process/Contestant.ts"
import type { ServerOrder } from "../servers/ServerOrder.ts"
import { bearer, type Peer } from "./Peer.ts"
import { PUBLIC_ORIGIN, type PlatformControl } from "./platformControl.ts"

const programs = {
  "node:http": fileURLToPath(new URL("../servers/bareServer.ts", import.meta.url)),
  "Fastify 5": fileURLToPath(new URL("../servers/fastifyServer.ts", import.meta.url))
} as const

/** Running on the database of `ours`, which it reads and lets in the same token. */
export const startSameWork = Effect.fnUntraced(function* (
  name: keyof typeof programs,
  options: {
    readonly peers: string
    readonly folder: string
    readonly database: string
    readonly ours: PlatformControl
  }
): Effect.fn.Return<Peer, BenchFault, Scope.Scope> {
  const { database, folder, ours, peers } = options
  mkdirSync(folder, { recursive: true })
  const order: Omit<ServerOrder, "port"> = {
    peers,
    database,
    folder,
    tokenHash: createHash("sha256").update(ours.token).digest("base64url"),
    publicOrigin: PUBLIC_ORIGIN,
    user: yield* request(`${ours.origin}/api/user`, { headers: bearer(ours) })
  }
  const contestant = yield* startContestant({
    name,
    command: () => [process.execPath, programs[name]],
    input: (port) => JSON.stringify({ ...order, port } satisfies ServerOrder),
    readyPath: "/healthz"
  })
  return { ...contestant, token: ours.token }
})
