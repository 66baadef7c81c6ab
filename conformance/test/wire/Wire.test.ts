/** Connections that a server closes whenever it likes, as HTTP allows. */
import { assert, describe, it } from "vitest"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { Severed, Wire } from "../../src/wire/Wire.ts"

/** Answers one request on each connection, and drops it without notice when a second one comes. */
const abrupt = async (body: (url: URL, seen: ReadonlyArray<string>) => Promise<void>) => {
  const seen: Array<string> = []
  const server = createServer((socket) => {
    let answers = 0
    socket.on("error", () => undefined)
    socket.on("data", (part: Buffer) => {
      const [line = ""] = part.toString().split("\r\n", 1)
      seen.push(line)
      answers += 1
      if (answers > 1) socket.resetAndDestroy()
      else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    await body(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), seen)
  } finally {
    server.close()
  }
}

const sending = (wire: Wire, url: URL) => (method: string, isRepeatable: boolean) =>
  wire.send({ method, url, rawPath: "/", headers: { host: url.host }, body: undefined, isRepeatable })

describe("a server that closes kept connections without notice", () => {
  it("is asked again on a connection of its own, whatever others are kept", () =>
    abrupt(async (url) => {
      const wire = new Wire(5000)
      const send = sending(wire, url)
      await Promise.all(Array.from({ length: 4 }, () => send("GET", true)))
      for (let time = 0; time < 6; time += 1) assert.strictEqual((await send("GET", true)).status, 200)
      wire.close()
    }))

  it("gets no POST twice, and each later one on a connection of its own", () =>
    abrupt(async (url, seen) => {
      const wire = new Wire(5000)
      const send = sending(wire, url)
      await send("GET", true)
      let severed: unknown
      await send("POST", false).catch((error: unknown) => (severed = error))
      assert.instanceOf(severed, Severed)
      assert.lengthOf(
        seen.filter((line) => line.startsWith("POST")),
        1
      )
      for (let time = 0; time < 4; time += 1) assert.strictEqual((await send("POST", false)).status, 200)
      assert.lengthOf(
        seen.filter((line) => line.startsWith("POST")),
        5
      )
      wire.close()
    }))
})
