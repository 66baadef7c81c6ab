/** A request as data that may break every rule of HTTP, and its bytes. Knows no API. */

/** How the body's end is told to the server. */
export type Framing = "length" | "chunked" | "none" | "longer" | "shorter" | "both" | "broken chunk"

/** Texts are written as they are, one byte a character (Latin-1): what should be escaped has to be escaped already. */
export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer | undefined
  readonly framing: Framing
}

const framed = (body: Buffer, framing: Framing): { readonly head: string; readonly bytes: Buffer } => {
  const length = (bytes: number) => `Content-Length: ${bytes}\r\n`
  const chunks = () => [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]
  switch (framing) {
    case "length":
      return { head: length(body.length), bytes: body }
    case "none":
      return { head: "", bytes: body }
    case "longer":
      return { head: length(Math.max(0, body.length - 1)), bytes: body }
    case "shorter":
      return { head: length(body.length + 7), bytes: body }
    case "chunked":
      return {
        head: "Transfer-Encoding: chunked\r\n",
        bytes: body.length === 0 ? Buffer.from("0\r\n\r\n") : Buffer.concat(chunks())
      }
    case "both":
      return { head: `${length(body.length)}Transfer-Encoding: chunked\r\n`, bytes: body }
    case "broken chunk":
      return { head: "Transfer-Encoding: chunked\r\n", bytes: Buffer.concat([Buffer.from("zz\r\n"), body]) }
  }
}

/** The request on the wire. */
export const bytesOf = (request: RawRequest, host: string): Buffer => {
  const { bytes, head } =
    request.body === undefined ? { bytes: Buffer.alloc(0), head: "" } : framed(request.body, request.framing)
  const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  const start = `${request.method} ${request.target} ${request.version}\r\nHost: ${host}\r\n${lines}${head}\r\n`
  return Buffer.concat([Buffer.from(start, "latin1"), bytes])
}

const framingHeaders = /^(?:content-length|transfer-encoding|connection|upgrade|keep-alive|trailer)$/i

const setsFraming = (request: RawRequest) => request.headers.some(([name]) => framingHeaders.test(name))

/** Whether what follows on the connection is what this request left there, so that nobody else may use it. */
export const spoilsConnection = (request: RawRequest): boolean =>
  request.version !== "HTTP/1.1" ||
  setsFraming(request) ||
  (request.body !== undefined && request.framing !== "length" && request.framing !== "chunked")

/** Whether the server may wait for more: the sending side has to be ended, and no answer is an answer too. */
export const isUnfinished = (request: RawRequest): boolean =>
  setsFraming(request) || (request.body !== undefined && (request.framing === "shorter" || request.framing === "both"))
