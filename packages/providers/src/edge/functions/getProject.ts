/** `edge:index/getProject:getProject`. */
import { Effect, Schema } from "effect"
import { required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { projectNamed } from "../location.ts"

const name = required(Text, "The project's name, exactly.")

/** The number of a project. */
export const getProject = Lookup.make("getProject", {
  description: "Looks up the number of a project by its name.",
  input: Schema.Struct({ name }),
  output: Schema.Struct({ id: required(Schema.String, "The project's number, as text."), name }),
  example: { name: "default" },
  find: (input) => Effect.map(projectNamed(input.name), (id) => ({ id: `${id}`, name: input.name }))
})
