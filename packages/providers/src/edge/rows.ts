/** The rows of the cloud that several functions read. */
import { Schema } from "effect"
import { wireOf } from "../wire.ts"

/** A region, as the cloud lists it. */
export interface Region {
  readonly id: number
  readonly displayName: string
}

export const RegionRow: Schema.Codec<Region, unknown> = wireOf(
  Schema.Struct({ id: Schema.Int, displayName: Schema.String })
)

/** A project, as the cloud lists it. */
export interface Project {
  readonly id: number
  readonly name: string
}

export const ProjectRow: Schema.Codec<Project, unknown> = Schema.Struct({ id: Schema.Int, name: Schema.String })
