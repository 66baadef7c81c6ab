/** `edge:index/getLbL7policy:getLbL7policy`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { Ambiguous, NotFound } from "../../LookupError.ts"
import { nullAsAbsent, wireOf } from "../../wire.ts"
import { Edge } from "../Edge.ts"
import { Uuid } from "../inputs.ts"
import { givenLocation, locationFields, type LocationInput, locationOf, projectRule, regionRule } from "../location.ts"
import { readAll } from "../reading.ts"

const { String } = Schema

const policy = {
  id: required(String, "The policy's id."),
  name: required(String, "Its name."),
  action: required(String, "`REDIRECT_PREFIX`, `REDIRECT_TO_POOL`, `REDIRECT_TO_URL` or `REJECT`."),
  listenerId: optional(String, "The listener that it belongs to."),
  operatingStatus: optional(String, "Whether it works."),
  provisioningStatus: optional(String, "Whether it is set up."),
  position: optional(Schema.Finite, "Its place among the listener's policies."),
  redirectHttpCode: optional(Schema.Finite, "The status that it redirects with."),
  redirectPoolId: optional(String, "The pool that it redirects to."),
  redirectPrefix: optional(String, "The prefix that it redirects to."),
  redirectUrl: optional(String, "The URL that it redirects to."),
  createdAt: optional(String, "When it was created."),
  updatedAt: optional(String, "When it was changed last."),
  projectId: optional(Schema.Int, "The project's number."),
  regionId: optional(Schema.Int, "The region's number.")
}

const Row = wireOf(
  Schema.Struct({
    ...policy,
    region: Schema.optionalKey(String),
    rules: Schema.optionalKey(Schema.Array(Schema.Struct({ id: String }))),
    tags: Schema.optionalKey(Schema.Array(String))
  })
)

const byName = Effect.fnUntraced(function* (wanted: string, location: string) {
  const { cloud } = yield* Edge
  const rows = yield* readAll(cloud, { path: `/v1/l7policies/${location}`, row: Row, idOf: ({ id }) => id })
  const [found, second] = rows.filter(({ name }) => name === wanted)
  const said = `resource "l7policy"; name "${wanted}"`
  if (found === undefined)
    return yield* new NotFound({
      message: `resource doesn't exist: ${said}. Check if the name is correct, or try to use "id" attribute`
    })
  if (second !== undefined)
    return yield* new Ambiguous({
      message: `there are multiple resources with the same name: ${said}. Use "id" attribute instead of "name"`
    })
  return found
})

const find = Effect.fnUntraced(function* (input: LocationInput & { readonly id?: string; readonly name?: string }) {
  const { cloud } = yield* Edge
  const { path } = yield* locationOf(input)
  if (input.id === undefined) return yield* byName(input.name ?? "", path)
  return yield* cloud.get({ path: `/v1/l7policies/${path}/${input.id}`, answer: nullAsAbsent(Row) })
})

/** One policy of a load balancer (Spec C, Edge-cloud functions). */
export const getLbL7policy = Lookup.make("getLbL7policy", {
  description: "Looks up a layer-7 policy of a load balancer by its id or by its name.",
  input: Schema.Struct({
    id: optional(Uuid, "The id."),
    name: optional(Text, "The name, exactly."),
    ...locationFields
  }),
  rules: [Lookup.exactlyOneOf("id", "name"), regionRule, projectRule],
  output: Schema.Struct({
    ...policy,
    regionName: optional(String, "The region's name."),
    projectName: locationFields.projectName,
    rules: required(Schema.Array(String), "The ids of its rules."),
    tags: required(Schema.Array(String), "Its tags.")
  }),
  example: { name: "redirect-example.com", projectName: "default", regionName: "Luxembourg" },
  find: (input) =>
    Effect.map(find(input), ({ region, rules = [], tags = [], ...row }) => ({
      ...givenLocation(input),
      ...row,
      ...(region === undefined ? {} : { regionName: region }),
      rules: rules.map(({ id }) => id),
      tags
    }))
})
