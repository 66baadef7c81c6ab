/** A server with one fault: a proxy on this machine that hands everything else on unchanged. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Configuration } from "../config/Configuration.ts"
import type { Headers } from "../wire/Exchange.ts"
import { Wire } from "../wire/Wire.ts"
import type { Answer, Fault, Hop, Next, World } from "./Mutant.ts"

const TIMEOUT_MILLIS = 15_000

/** Headers of one connection, which a proxy makes itself. */
const ofConnection = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"])

const passed = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))

const readHop = async (request: IncomingMessage): Promise<Hop> => {
  const parts: Array<Uint8Array> = []
  for await (const part of request) parts.push(Buffer.from(part))
  const headers: Record<string, string | ReadonlyArray<string>> = {}
  for (const [name, values] of Object.entries(request.headersDistinct))
    if (values !== undefined) headers[name] = values.length === 1 ? values[0]! : values
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    headers: passed(headers),
    body: Buffer.concat(parts).toString()
  }
}

const writeAnswer = (response: ServerResponse, method: string, answer: Answer): void => {
  const bodiless = method === "HEAD" || answer.status === 204 || answer.status === 304
  if (answer.headers["connection"] === "close") response.shouldKeepAlive = false
  response.writeHead(answer.status, {
    ...Object.fromEntries(Object.entries(passed(answer.headers)).map(([name, value]) => [name, [value].flat()])),
    ...(bodiless ? {} : { "content-length": `${Buffer.byteLength(answer.text)}` })
  })
  response.end(bodiless ? undefined : answer.text)
}

/** A running proxy. */
export interface Proxy {
  readonly url: string
  readonly close: () => void
}

const handing =
  (wire: Wire, base: URL): Next =>
  async (hop) => {
    const body = hop.body === "" ? undefined : hop.body
    const length = body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` }
    const headers = { ...hop.headers, host: base.host, ...length }
    const isRepeatable = hop.method === "GET" || hop.method === "HEAD"
    const rawPath = `${base.pathname.replace(/\/+$/, "")}${hop.target}`
    const received = await wire.send({ method: hop.method, url: base, rawPath, headers, body, isRepeatable })
    return { status: received.status, headers: received.headers, text: received.bytes.toString("utf8") }
  }

/** Listens on a free port of this machine, for the configured target. */
export const startProxy = async (configuration: Configuration, fault: Fault): Promise<Proxy> => {
  const base = new URL(configuration.url)
  const wire = new Wire(TIMEOUT_MILLIS)
  const world: World = { configuration, admin: `Bearer ${configuration.identities.admin ?? ""}` }
  const next = handing(wire, base)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const hop = await readHop(request)
    try {
      writeAnswer(response, hop.method, await fault(hop, next, world))
    } catch {
      response.destroy()
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", resolve)
  await promise
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
      wire.close()
    }
  }
}
