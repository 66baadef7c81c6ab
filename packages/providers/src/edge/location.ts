/** Region and project, which most functions take by number or by name, and find out once. */
import { Effect, type Schema } from "effect"
import { Id, optional, Text } from "../inputs.ts"
import * as Lookup from "../Lookup.ts"
import { Ambiguous, NotFound } from "../LookupError.ts"
import { Edge } from "./Edge.ts"

/** Inputs and, as they were given, outputs. */
export const regionFields = {
  regionId: optional(Id, "The region's number."),
  regionName: optional(Text, "The region's name, exactly as it is shown; digits alone are taken for its number.")
}

/** Inputs and, as they were given, outputs. */
export const projectFields = {
  projectId: optional(Id, "The project's number."),
  projectName: optional(Text, "The project's name, exactly.")
}

/** Both. */
export const locationFields = { ...regionFields, ...projectFields }

export const regionRule = Lookup.exactlyOneOf("regionId", "regionName")

export const projectRule = Lookup.exactlyOneOf("projectId", "projectName")

/** As inputs have them. */
export type RegionInput = Schema.Struct<typeof regionFields>["Type"]
export type ProjectInput = Schema.Struct<typeof projectFields>["Type"]
export type LocationInput = RegionInput & ProjectInput

/** What was given, for outputs that echo it. */
export const givenRegion = ({ regionId, regionName }: RegionInput): RegionInput => ({
  ...(regionId === undefined ? {} : { regionId }),
  ...(regionName === undefined ? {} : { regionName })
})

/** What was given, for outputs that echo it. */
export const givenLocation = ({ projectId, projectName, ...region }: LocationInput): LocationInput => ({
  ...givenRegion(region),
  ...(projectId === undefined ? {} : { projectId }),
  ...(projectName === undefined ? {} : { projectName })
})

/** The number of the only region with this name. */
export const regionNamed = Effect.fnUntraced(function* (name: string) {
  const { regions } = yield* Edge
  const [found, second] = (yield* regions).filter(({ displayName }) => displayName === name)
  if (found === undefined)
    return yield* new NotFound({ message: `failed to get region: region with name ${name} not found` })
  if (second !== undefined)
    return yield* new Ambiguous({ message: `multiple regions found with name ${name}. Use id instead of name` })
  return found.id
})

/** The number of the only project with this name. */
export const projectNamed = Effect.fnUntraced(function* (wanted: string) {
  const { projects } = yield* Edge
  const [found, second] = (yield* projects).filter(({ name }) => name === wanted)
  if (found === undefined) return yield* new NotFound({ message: `project with name ${wanted} does not exist` })
  if (second !== undefined)
    return yield* new Ambiguous({ message: `multiple project found with name ${wanted}. Use id instead of name` })
  return found.id
})

/** The region's number; a number is not checked, as the product itself does that. */
export const regionOf = ({ regionId, regionName = "" }: RegionInput) => {
  if (regionId !== undefined) return Effect.succeed(regionId)
  return /^\d{1,15}$/.test(regionName) ? Effect.succeed(Number(regionName)) : regionNamed(regionName)
}

const projectOf = ({ projectId, projectName = "" }: ProjectInput) =>
  projectId === undefined ? projectNamed(projectName) : Effect.succeed(projectId)

/** The two numbers, and the part of paths that they make. */
export const locationOf = (input: LocationInput) =>
  Effect.map(Effect.all([projectOf(input), regionOf(input)], { concurrency: 2 }), ([projectId, regionId]) => ({
    projectId,
    regionId,
    path: `${projectId}/${regionId}`
  }))
