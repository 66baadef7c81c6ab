/** How this area reaches out for the keys of issuers, and how long what it issues lives. Set by the composition root. */
import { Context } from "effect"

/** A network in CIDR notation, for example `10.0.0.0/8`. */
type Network = string

export interface ExchangeSettings {
  /** Whether issuers may be asked without TLS. */
  readonly allowHttp: boolean
  /** Networks that are asked although they are not public: loopback, private and link-local ones, for example. */
  readonly allowedNetworks: ReadonlyArray<Network>
  /** Bound of one look-up of an issuer's keys, in milliseconds. */
  readonly fetchTimeoutMillis: number
}

/** Public addresses by https only. */
export const ExchangeSettings = Context.Reference<ExchangeSettings>("platform-control/admin/ExchangeSettings", {
  defaultValue: () => ({ allowHttp: false, allowedNetworks: [], fetchTimeoutMillis: 5000 })
})
