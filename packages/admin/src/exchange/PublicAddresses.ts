/** Which addresses of the network may be asked. Knows no request. */
import ipaddr from "ipaddr.js"

/** Whether an address may be connected to. */
export type MayConnect = (address: string) => boolean

/** All that is given out of IPv6 (RFC 4291, 2.4); below it stand forms of IPv4 addresses that carry no name of their own. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))

/** Public addresses, and those of these networks; an address that carries another one inside is judged by that one. */
export const makeMayConnect = (allowedNetworks: ReadonlyArray<string>): MayConnect => {
  const allowed = allowedNetworks.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    if (isPublic(parsed)) return true
    return allowed.some(([network, prefix]) => network.kind() === parsed.kind() && parsed.match(network, prefix))
  }
}
