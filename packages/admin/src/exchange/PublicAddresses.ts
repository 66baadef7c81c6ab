/** Which addresses of the network may be asked. Knows no request. */
import ipaddr from "ipaddr.js"

/** Whether an address may be connected to. */
export type MayConnect = (address: string) => boolean

/** Public addresses, and those of these networks; an address that carries another one inside is judged by that one. */
export const makeMayConnect = (allowedNetworks: ReadonlyArray<string>): MayConnect => {
  const allowed = allowedNetworks.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    if (parsed.range() === "unicast") return true
    return allowed.some(([network, prefix]) => network.kind() === parsed.kind() && parsed.match(network, prefix))
  }
}
