/** Answers what never became a request, because Node could not read it or it took too long. */
import { ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { REFUSAL_TYPE, refusalBody } from "./refusals.ts"
import { REQUEST_ID, requestIdOf } from "./requestId.ts"

/**
 * How long a client that is still sending may go on, in milliseconds. A connection that is closed with something unread
 * is reset, and the reset takes the answer along.
 */
const LINGER_MILLIS = 1000

const statusOf = (code: string | undefined): number => {
  if (code === "HPE_HEADER_OVERFLOW") return 431
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return 413
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
}

/** Node has no public way to ask whether an answer has begun on a connection; its own handler asks the same. */
const hasAnswerBegun = (socket: Duplex): boolean =>
  "_httpMessage" in socket && socket._httpMessage instanceof ServerResponse && socket._httpMessage.headersSent

const answerOf = (status: number): string => {
  const body = refusalBody(status)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${REFUSAL_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    `${REQUEST_ID}: ${requestIdOf(undefined)}`,
    "Connection: close",
    "",
    body
  ].join("\r\n")
}

/** Writes the decided error body and closes; where an answer has begun already, closes after what was written of it. */
export const malformedAnswer = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // What still comes of a request that was answered is passed over until its client ends or the time is up.
  if (socket.writableEnded && error.code !== "ECONNRESET") return
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  if (hasAnswerBegun(socket)) socket.end()
  else socket.end(answerOf(statusOf(error.code)))
  const linger = setTimeout(() => socket.destroy(), LINGER_MILLIS)
  socket.once("close", () => clearTimeout(linger))
}
