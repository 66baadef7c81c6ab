/** Servers on loopback for what goes wrong before there is an answer. */
import { createServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net"
import { Effect } from "effect"

const listening = <S extends Server>(make: () => S) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = make()
      const sockets = new Set<Socket>()
      server.on("connection", (socket: Socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
      })
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
      return { server, sockets, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server, sockets }) =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise((closed) => server.close(closed))
      })
  )

export const plainServer = (answer: RequestListener) => listening(() => createServer(answer))

export const secureServer = (pair: { readonly key: Buffer; readonly cert: Buffer }, answer: RequestListener) =>
  listening(() => createSecureServer(pair, answer))

/** Takes connections, and does with them what it is told. */
export const rawServer = (onConnection: (socket: Socket) => void) => listening(() => createSocketServer(onConnection))
