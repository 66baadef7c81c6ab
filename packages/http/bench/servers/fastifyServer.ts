/** The same work behind Fastify. Reads its order from standard input. */
import { createRequire } from "node:module"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { makePublishWork } from "./publishWork.ts"
import { makeReadWork, type WorkAnswer } from "./readWork.ts"
import type { ServerOrder } from "./ServerOrder.ts"

interface Id {
  readonly source: string
  readonly publisher: string
  readonly name: string
  readonly version: string
}

/** The parts of Fastify that are used here. */
interface FastifyRequest {
  readonly headers: { readonly authorization?: string }
  readonly params: object
  readonly query: object
  readonly body: unknown
}
interface FastifyReply {
  readonly code: (status: number) => FastifyReply
  readonly type: (type: string) => FastifyReply
  readonly send: (body: string) => FastifyReply
}
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown
interface Fastify {
  readonly get: (path: string, handler: Handler) => void
  readonly put: (path: string, handler: Handler) => void
  readonly post: (path: string, handler: Handler) => void
  readonly removeAllContentTypeParsers: () => void
  readonly addContentTypeParser: (
    type: string,
    options: { readonly parseAs: "buffer" },
    parse: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void
  ) => void
  readonly listen: (options: { readonly port: number; readonly host: string }) => Promise<string>
}

const order = JSON.parse(await text(process.stdin)) as ServerOrder
const read = makeReadWork(order)
const publish = makePublishWork(order)

const load = createRequire(join(order.peers, "package.json"))
const server = (load("fastify") as (options: object) => Fastify)({ logger: false })

const VERSIONS = "/api/registry/packages/:source/:publisher/:name/versions"

const send = (reply: FastifyReply, body: WorkAnswer, status = 200): FastifyReply =>
  typeof body === "string"
    ? reply.code(status).type("application/json").send(body)
    : reply.code(body).type("application/json").send("{}")

server.removeAllContentTypeParsers()
server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body))

server.get("/healthz", (_request, reply) => send(reply, "{}"))
server.get("/api/user", ({ headers }, reply) => send(reply, read.user(headers.authorization)))
server.get("/api/registry/packages", ({ headers, query }, reply) => {
  const { limit = 100, search } = query as { readonly limit?: string; readonly search?: string }
  const { authorization } = headers
  return send(
    reply,
    search === undefined ? read.list(authorization, Number(limit)) : read.search(authorization, search, Number(limit))
  )
})
server.get(`${VERSIONS}/:version`, ({ headers, params }, reply) => {
  const { name, publisher, source, version } = params as Id
  return send(reply, read.version(headers.authorization, source, publisher, name, version))
})
server.put("/uploads/:operation/:artifact", async ({ body, params }, reply) => {
  const { artifact, operation } = params as { readonly operation: string; readonly artifact: string }
  await publish.upload(operation, artifact, body as Buffer)
  return send(reply, "{}")
})
server.post(VERSIONS, ({ headers }, reply) =>
  read.user(headers.authorization) === 401 ? send(reply, 401) : send(reply, publish.start(), 202)
)
server.post(`${VERSIONS}/:version/complete`, async ({ body, headers, params }, reply) => {
  if (read.user(headers.authorization) === 401) return send(reply, 401)
  await publish.complete((body as Buffer).toString(), params as Id)
  return send(reply, "{}", 201)
})

await server.listen({ port: order.port, host: "127.0.0.1" })
