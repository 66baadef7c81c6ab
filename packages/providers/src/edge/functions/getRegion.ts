/** `edge:index/getRegion:getRegion`. */
import { Effect, Schema } from "effect"
import { required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { regionNamed } from "../location.ts"

const name = required(Text, "The region's name, exactly as it is shown.")

/** The number of a region. */
export const getRegion = Lookup.make("getRegion", {
  description: "Looks up the number of a region by its name.",
  input: Schema.Struct({ name }),
  output: Schema.Struct({ id: required(Schema.String, "The region's number, as text."), name }),
  example: { name: "Luxembourg" },
  find: (input) => Effect.map(regionNamed(input.name), (id) => ({ id: `${id}`, name: input.name }))
})
