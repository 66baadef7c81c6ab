/** A service on loopback that answers what a test tells it to, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** One request as the service saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export const jsonReply = (value: unknown, status = 200, headers: Reply["headers"] = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value)
})

export interface FakeApi {
  readonly url: string
  readonly seen: ReadonlyArray<Seen>
}

/** Listens until the scope ends; every reply is the answer function's. */
export const fakeApi = (answer: (seen: Seen) => Reply) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const seen: Array<Seen> = []
      const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake")
        const parts: Array<Buffer> = []
        request.on("data", (part: Buffer) => parts.push(part))
        request.on("end", () => {
          const one: Seen = {
            method: request.method ?? "",
            path: pathname,
            query: searchParams,
            headers: request.headers,
            body: Buffer.concat(parts).toString()
          }
          seen.push(one)
          const { status, headers, body } = answer(one)
          response.writeHead(status, headers).end(body)
        })
      })
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
      return { server, seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server }) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await new Promise((closed) => server.close(closed))
      })
  )
