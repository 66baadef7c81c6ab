/** The least that answers the same: `node:http` and the work itself. Reads its order from standard input. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer, text } from "node:stream/consumers"
import { makePublishWork } from "./publishWork.ts"
import { makeReadWork, type WorkAnswer } from "./readWork.ts"
import type { ServerOrder } from "./ServerOrder.ts"

const order = JSON.parse(await text(process.stdin)) as ServerOrder
const read = makeReadWork(order)
const publish = makePublishWork(order)

const send = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  response.end(body)
}

const answer = (response: ServerResponse, body: WorkAnswer): void =>
  typeof body === "string" ? send(response, 200, body) : send(response, body, "{}")

const get = (request: IncomingMessage, path: string, query: string): WorkAnswer => {
  const { authorization } = request.headers
  if (path === "/api/user") return read.user(authorization)
  if (path === "/api/registry/packages") {
    const parameters = new URLSearchParams(query)
    const limit = Number(parameters.get("limit") ?? 100)
    const word = parameters.get("search")
    return word === null ? read.list(authorization, limit) : read.search(authorization, word, limit)
  }
  const [, , , , source = "", publisher = "", name = "", , version = ""] = path.split("/")
  return read.version(authorization, source, publisher, name, version)
}

const put = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
  const [, , operation = "", artifact = ""] = path.split("/")
  await publish.upload(operation, artifact, await buffer(request))
  send(response, 200, "{}")
}

const post = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
  const [, , , , source = "", publisher = "", name = "", , version = ""] = path.split("/")
  const body = await text(request)
  if (read.user(request.headers.authorization) === 401) return send(response, 401, "{}")
  if (!path.endsWith("/complete")) return send(response, 202, publish.start())
  await publish.complete(body, { source, publisher, name, version })
  send(response, 201, "{}")
}

const server = createServer((request, response) => {
  const [path = "", query = ""] = (request.url ?? "").split("?")
  if (request.method === "GET") return answer(response, path === "/healthz" ? "{}" : get(request, path, query))
  const change = request.method === "PUT" ? put : post
  change(request, response, path).catch(() => send(response, 500, "{}"))
})

server.listen(order.port, "127.0.0.1")
