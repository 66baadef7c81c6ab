/** Answers what never became a request: Node could not read it, it took too long, or it asks for a tunnel. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { answerUnderWay, isAnsweredEarly, isNewest, keepOpen } from "./connectionState.ts"
import { endGently } from "./endGently.ts"
import { REFUSAL_TYPE, refusalBody } from "./refusals.ts"
import { REQUEST_ID, requestIdOf } from "./requestId.ts"

const statusOf = (code: string | undefined): number => {
  if (code === "HPE_HEADER_OVERFLOW") return 431
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return 413
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
}

const answerOf = (status: number, ...headers: ReadonlyArray<string>): string => {
  const body = refusalBody(status)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${REFUSAL_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    `${REQUEST_ID}: ${requestIdOf(undefined)}`,
    ...headers,
    "Connection: close",
    "",
    body
  ].join("\r\n")
}

/** Connections on which nothing is read any more; what still comes there is passed over. */
const closing = new WeakSet<Duplex>()

/** Calls back when this answer has been sent; `Connection: close` is said only where no answer waits behind it. */
const afterAnswer = (socket: Duplex, answer: ServerResponse, next: () => void): void => {
  if (isNewest(answer.req)) answer.shouldKeepAlive = false
  answer.prependListener("finish", () => keepOpen(answer))
  answer.once("close", () => {
    if (!socket.destroyed) next()
  })
}

/**
 * Closes with this answer. Requests that have come whole are answered first, and then the connection just ends: what
 * was wrong came after them. A request that has an answer already, or part of one, gets no second one.
 */
const closeWith = (socket: Duplex, lastWords: string): void => {
  const answer = answerUnderWay(socket)
  if (answer?.req.complete === true) {
    afterAnswer(socket, answer, () =>
      answerUnderWay(socket) === undefined ? endGently(socket) : closeWith(socket, lastWords)
    )
  } else {
    const isAnswered = answer?.headersSent === true || isAnsweredEarly(socket)
    endGently(socket, isAnswered ? undefined : lastWords)
  }
}

/** Writes the decided error body and closes, unless the fault came behind requests that are being answered. */
export const malformedAnswer = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  if (closing.has(socket) || socket.writableEnded) return
  closing.add(socket)
  if (socket.writable) closeWith(socket, answerOf(statusOf(error.code)))
  else socket.destroy()
}

/** 405 for the method `CONNECT`, which Node hands over as a bare connection. */
export const tunnelAnswer = (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => {})
  socket.resume()
  closeWith(socket, answerOf(405, "Allow: "))
}
