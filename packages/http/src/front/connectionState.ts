/** What Node knows about a connection and its answers, and has no public way to ask for. Decides nothing. */
import { type IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

interface NodeSocket {
  readonly _httpMessage?: unknown
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null
}

interface NodeResponse {
  _last: boolean
}

/** The answer whose turn it is on the connection, until all of it was sent; those of later requests wait behind it. */
export const answerUnderWay = (socket: Duplex & NodeSocket): ServerResponse | undefined =>
  socket._httpMessage instanceof ServerResponse ? socket._httpMessage : undefined

/** Whether the request that is being read has its answer already, though not all of it has come. */
export const isAnsweredEarly = (socket: Duplex & NodeSocket): boolean =>
  socket.parser?.incoming?.complete === false && answerUnderWay(socket) === undefined

/** Whether no other request has come after this one. */
export const isNewest = (request: IncomingMessage): boolean => {
  const { socket }: { readonly socket: Duplex & NodeSocket } = request
  return socket.parser?.incoming === request
}

/** Keeps Node from closing the connection at once when this answer has been sent; says whether it would have. */
export const keepOpen = (response: object): boolean => {
  const node = response as NodeResponse
  const closes = node._last
  node._last = false
  return closes
}
