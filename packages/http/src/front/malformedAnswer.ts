/** Answers what never became a request, because Node could not read it or it took too long. */
import { ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { REFUSAL_TYPE, refusalBody } from "./refusals.ts"
import { REQUEST_ID, requestIdOf } from "./requestId.ts"

const statusOf = (code: string | undefined): number => {
  if (code === "HPE_HEADER_OVERFLOW") return 431
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return 413
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
}

/** Node has no public way to ask whether an answer has begun on a connection; its own handler asks the same. */
const hasAnswerBegun = (socket: Duplex): boolean =>
  "_httpMessage" in socket && socket._httpMessage instanceof ServerResponse && socket._httpMessage.headersSent

/** Writes the decided error body and closes; where an answer has begun already, only closes. */
export const malformedAnswer = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable || hasAnswerBegun(socket)) {
    socket.destroy()
    return
  }
  const status = statusOf(error.code)
  const body = refusalBody(status)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${REFUSAL_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "X-Content-Type-Options: nosniff",
      `${REQUEST_ID}: ${requestIdOf(undefined)}`,
      "Connection: close",
      "",
      body
    ].join("\r\n")
  )
}
