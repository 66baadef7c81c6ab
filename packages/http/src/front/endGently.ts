/** Closes a connection on which the client may still be sending. */
import type { Duplex } from "node:stream"

/** How long a client may go on sending once everything was written, in milliseconds. */
const LINGER_MILLIS = 1000

/**
 * Ends our side after what was written and these last words, and passes over what still comes until the client ends its
 * own side or the time is up: a connection that is closed with something unread is reset, and the reset takes the answer
 * along.
 */
export const endGently = (socket: Duplex, lastWords?: string): void => {
  socket.end(lastWords, () => {
    if (socket.closed) return
    const late = setTimeout(() => socket.destroy(), LINGER_MILLIS)
    socket.once("close", () => clearTimeout(late))
  })
}
