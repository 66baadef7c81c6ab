import { assert, describe, it } from "@effect/vitest"
import { IpNetwork } from "effect/net"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { makeCallerAddress } from "../../src/front/callerAddress.ts"

const proxies = ["10.0.0.0/8", "2001:db8::/32"].map((network) => IpNetwork.fromStringUnsafe(network))

const addressOf = (peer: string, forwarded?: string): string => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: peer })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded
  return makeCallerAddress(proxies)(request)
}

describe("the caller's address", () => {
  const cases: ReadonlyArray<readonly [what: string, peer: string, forwarded: string | undefined, address: string]> = [
    ["is the peer's", "192.0.2.7", undefined, "192.0.2.7"],
    ["is IPv4 when IPv6 carries it", "::ffff:192.0.2.7", undefined, "192.0.2.7"],
    ["is a /64 network of IPv6", "2001:db9:1:2:aaaa::1", undefined, "2001:db9:1:2::/64"],
    ["is not what a stranger forwards", "192.0.2.7", "198.51.100.1", "192.0.2.7"],
    ["is what a trusted proxy forwards", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["is the last one that no trusted proxy added", "10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["is the proxy's when it forwards nonsense", "10.0.0.1", "hello", "10.0.0.1"],
    ["ends at nonsense", "10.0.0.1", "198.51.100.1, hello, 10.0.0.3", "10.0.0.3"],
    ["is the first proxy's when all are trusted", "10.0.0.1", "10.0.0.9, 10.0.0.2", "10.0.0.9"],
    ["is forwarded IPv6, in brackets or not", "2001:db8::1", "[2001:db9::5]", "2001:db9::/64"],
    ["is forwarded with a port", "10.0.0.1", "198.51.100.1:5678", "198.51.100.1"],
    ["is forwarded IPv6 with a port", "10.0.0.1", "[2001:db9::5]:443", "2001:db9::/64"],
    ["is forwarded in quotes", "10.0.0.1", '"[2001:db9::5]:443", "10.0.0.2:80"', "2001:db9::/64"],
    ["is not a part of nonsense", "10.0.0.1", "198.51.100.1:port", "10.0.0.1"]
  ]
  for (const [what, peer, forwarded, address] of cases) {
    it(what, () => assert.strictEqual(addressOf(peer, forwarded), address))
  }
})
