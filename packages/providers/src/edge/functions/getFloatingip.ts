/** `edge:index/getFloatingip:getFloatingip`. */
import { Effect, Schema } from "effect"
import { isIP } from "node:net"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { Ambiguous, NotFound } from "../../LookupError.ts"
import { Edge } from "../Edge.ts"
import { Uuid } from "../inputs.ts"
import { givenLocation, locationFields, locationOf, projectRule, regionRule } from "../location.ts"
import { readAll } from "../reading.ts"

const { String } = Schema
const OptionalString = Schema.optionalKey(String)

const Row = Schema.Struct({
  id: String,
  floating_ip_address: String,
  fixed_ip_address: OptionalString,
  port_id: OptionalString,
  router_id: OptionalString,
  status: OptionalString,
  instance: Schema.optionalKey(Schema.Struct({ instance_id: OptionalString })),
  loadbalancer: Schema.optionalKey(Schema.Struct({ id: OptionalString })),
  metadata: Schema.optionalKey(
    Schema.Array(Schema.Struct({ key: String, value: OptionalString, read_only: Schema.optionalKey(Schema.Boolean) }))
  )
})

const MetadataReadOnly = Schema.Struct({
  key: required(String, "Name of the entry."),
  value: required(String, "Its value."),
  readOnly: required(Schema.Boolean, "Whether only the service may change it.")
}).annotate({ identifier: "MetadataReadOnly" })

const Address = String.check(Schema.makeFilter((text: string) => isIP(text) > 0 || "Expected an IP address"))

const named = (row: typeof Row.Type) => ({
  ...(row.fixed_ip_address === undefined ? {} : { fixedIpAddress: row.fixed_ip_address }),
  ...(row.port_id === undefined ? {} : { portId: row.port_id }),
  ...(row.router_id === undefined ? {} : { routerId: row.router_id }),
  ...(row.status === undefined ? {} : { status: row.status }),
  ...(row.instance?.instance_id === undefined ? {} : { instanceIdAttachedTo: row.instance.instance_id }),
  ...(row.loadbalancer?.id === undefined ? {} : { loadBalancersIdAttachedTo: row.loadbalancer.id })
})

/** One floating IP address (Spec C, Edge-cloud functions). */
export const getFloatingip = Lookup.make("getFloatingip", {
  description: "Looks up a floating IP address by its id or by the address itself.",
  input: Schema.Struct({
    id: optional(Uuid, "The id."),
    floatingIpAddress: optional(Address, "The address."),
    portId: optional(Text, "Has no effect; part of the output."),
    ...locationFields
  }),
  rules: [Lookup.exactlyOneOf("id", "floatingIpAddress"), regionRule, projectRule],
  output: Schema.Struct({
    id: required(String, "The id."),
    floatingIpAddress: required(String, "The address."),
    fixedIpAddress: optional(String, "The address behind it."),
    portId: optional(String, "The port that it leads to."),
    routerId: optional(String, "The router that leads there."),
    status: optional(String, "`DOWN` or `ACTIVE`."),
    instanceIdAttachedTo: optional(String, "The instance that it leads to."),
    loadBalancersIdAttachedTo: optional(String, "The load balancer that it leads to."),
    metadataReadOnlies: required(Schema.Array(MetadataReadOnly), "Its metadata."),
    ...locationFields
  }),
  example: { floatingIpAddress: "192.0.2.34", projectName: "default", regionName: "Luxembourg" },
  find: Effect.fnUntraced(function* (input) {
    const { cloud } = yield* Edge
    const { path } = yield* locationOf(input)
    const rows = yield* readAll(cloud, { path: `/v1/floatingips/${path}`, row: Row, idOf: ({ id }) => id })
    const [found, second] = rows.filter((row) =>
      input.id === undefined ? row.floating_ip_address === input.floatingIpAddress : row.id === input.id.toLowerCase()
    )
    if (found === undefined)
      return yield* new NotFound({ message: "no FloatingIP was found for the specified search criteria" })
    if (second !== undefined)
      return yield* new Ambiguous({ message: "several FloatingIPs have this address: use id instead" })
    return {
      id: found.id,
      floatingIpAddress: found.floating_ip_address,
      ...named(found),
      metadataReadOnlies: (found.metadata ?? []).map(({ key, read_only, value }) => ({
        key,
        value: value ?? "",
        readOnly: read_only ?? false
      })),
      ...givenLocation(input)
    }
  })
})
