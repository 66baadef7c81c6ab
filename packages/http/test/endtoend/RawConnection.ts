/** One keep-alive connection that sends exactly the bytes it is given and reads the answers. Knows no API. */
import { connect, type Socket } from "node:net"
import { readReply } from "./readReply.ts"

/** An answer as it came over the wire; header names in lower case, lines of one name joined by `, `. */
export interface RawReply {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** The server will send nothing more on this connection. */
  readonly last: boolean
}

/** How long a server may take to answer what it need not wait for. */
const PATIENCE_MILLIS = 100

/** A connection reconnects by itself after the server closed it, so that one object serves a whole test. */
export class RawConnection {
  readonly #port: number
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #ended = false
  #wake: () => void = () => {}

  constructor(port: number) {
    this.#port = port
  }

  /**
   * Sends these bytes and waits for the answer to them; undefined when the server closed the connection without one.
   * `unfinished` ends the sending side when no answer has come for a while: the server may wait for more.
   */
  async exchange(
    request: Uint8Array,
    options: { readonly head?: boolean; readonly unfinished?: boolean } = {}
  ): Promise<RawReply | undefined> {
    // The server may close what was idle for long; that is no answer to this request.
    if (this.#ended) this.close()
    const socket = (this.#socket ??= this.#open())
    this.#received = Buffer.alloc(0)
    socket.write(request)
    const patience = options.unfinished === true ? setTimeout(() => socket.end(), PATIENCE_MILLIS) : undefined
    try {
      return await this.#answer(options.head === true)
    } finally {
      clearTimeout(patience)
      if (options.unfinished === true) this.close()
    }
  }

  /** Drops the connection at once, whatever was under way. */
  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #answer(head: boolean): Promise<RawReply | undefined> {
    for (;;) {
      const read = readReply(this.#received, { head, ended: this.#ended })
      if (read !== undefined) {
        if (read.last) this.close()
        return read
      }
      if (this.#ended) {
        this.close()
        return undefined
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true })
    this.#ended = false
    const end = () => {
      if (this.#socket !== socket) return
      this.#ended = true
      this.#wake()
    }
    socket.on("data", (chunk: Buffer) => {
      if (this.#socket !== socket) return
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    socket.on("end", end)
    socket.on("close", end)
    // A reset arrives as `close` too; what it means is judged by whether an answer came.
    socket.on("error", end)
    return socket
  }
}
