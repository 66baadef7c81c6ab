/** From which address a request comes, as far as the network and trusted proxies tell. Knows no limit. */
import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import type { IncomingMessage } from "node:http"

/** Neighbours in one such network are one caller: whoever has one IPv6 address usually has all of it. */
const IPV6_PREFIX = 64

/** IPv6 in brackets, or IPv4, and a port where the proxy adds one. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/

const parse = (text: string): NetAddress.IpAddress | undefined => {
  const unquoted = text.replace(/^"(.*)"$/, "$1")
  const [, ipv6, ipv4] = withPort.exec(unquoted) ?? []
  const address = NetAddress.ipFromString(ipv6 ?? ipv4 ?? unquoted)
  return Result.isSuccess(address) ? NetAddress.toCanonical(address.success) : undefined
}

const keyOf = (address: NetAddress.IpAddress): string =>
  NetAddress.isIpv6Address(address)
    ? IpNetwork.format(IpNetwork.fromAddressUnsafe(address, IPV6_PREFIX))
    : NetAddress.formatIp(address)

interface Peer {
  readonly key: string
  readonly trusted: boolean
}

/**
 * A name for the caller's address. `X-Forwarded-For` counts only from trusted proxies, read from its end: what stands
 * before the first entry that no trusted proxy wrote may be anybody's invention.
 */
export const makeCallerAddress = (
  trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
): ((request: IncomingMessage) => string) => {
  const peers = new WeakMap<object, Peer>()
  const isTrusted = (address: NetAddress.IpAddress) =>
    trustedProxies.some((network) => IpNetwork.contains(network, address))

  const peerOf = ({ socket }: IncomingMessage): Peer => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const address = parse(socket.remoteAddress ?? "")
    const peer =
      address === undefined ? { key: "unknown", trusted: false } : { key: keyOf(address), trusted: isTrusted(address) }
    peers.set(socket, peer)
    return peer
  }

  return (request) => {
    const peer = peerOf(request)
    const forwarded = request.headers["x-forwarded-for"]
    if (!peer.trusted || forwarded === undefined) return peer.key
    let key = peer.key
    for (const entry of String(forwarded).split(",").toReversed()) {
      const address = parse(entry.trim())
      if (address === undefined) return key
      key = keyOf(address)
      if (!isTrusted(address)) return key
    }
    return key
  }
}
