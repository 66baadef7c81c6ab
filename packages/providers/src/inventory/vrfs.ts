/** Routing tables (VRFs) as the service sends them, and what the functions for one and for many give of them. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import { OptionalReference, OptionalText, present } from "./rows.ts"

/** A VRF on the wire. */
export const VrfRow = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  rd: OptionalText,
  tenant: OptionalReference,
  description: OptionalText
})

/** The outputs of both functions, without the id. */
export const vrfOutputs = {
  description: required(Schema.String, "Its description."),
  name: required(Schema.String, "Its name."),
  rd: optional(Schema.String, "Its route distinguisher."),
  tenant: optional(Schema.Int, "The number of its tenant.")
}

/** What both functions give of a VRF. */
export const vrfOf = (row: typeof VrfRow.Type) => ({
  description: row.description ?? "",
  name: row.name,
  ...present("rd", row.rd),
  ...present("tenant", row.tenant?.id)
})
