/** Answers clients that end their side of the connection once the request is sent, and notices those that are gone. */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import { answerUnderWay } from "./connectionState.ts"

/**
 * For how long nothing may be written after the client ended its side, in milliseconds: a client that is gone looks the
 * same until something is written, and the work for it has to end.
 */
const HALF_CLOSED_MILLIS = 3000

/** Makes a server do so. Connections that are reset are noticed at once, as before. */
export const answerHalfClosed = (server: Server): void => {
  // Node's name for not ending our side as soon as the client has ended its own.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on("connection", (socket: Socket) => {
    socket.once("end", () => {
      if (answerUnderWay(socket) === undefined) return
      let written = socket.bytesWritten
      const looks = setInterval(() => {
        if (socket.bytesWritten === written && socket.writableLength === 0) socket.end()
        written = socket.bytesWritten
      }, HALF_CLOSED_MILLIS)
      socket.once("close", () => clearInterval(looks))
    })
  })
}
