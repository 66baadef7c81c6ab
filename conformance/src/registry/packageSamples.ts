/** A request that succeeds for every operation of the registry and for the caller's own record. */
import type { Trial } from "../engine/Trial.ts"
import type { MakeSample } from "../laws/Sample.ts"
import { knownEntry, knownText } from "../laws/knownPart.ts"
import { operationOf, pathOf } from "../table/operations.ts"
import { knownOf } from "./docs/documented.ts"
import * as packages from "./packages.ts"

const stateOf = (trial: Trial, id: packages.PackageId, versions: ReadonlyArray<string>) => async () => {
  const read = await Promise.all([...versions, "latest"].map((version) => packages.read(trial.admin, id, version)))
  const listed = await packages.listAll(trial.admin, { name: id.name })
  return JSON.stringify([
    ...read.map((answer) => knownText("registry.get", answer)),
    listed.map((entry) => knownEntry("registry.list", "packages", entry))
  ])
}

/** Reading the documented package of the run, which is private; one of the configuration may be anybody's. */
const docsSample =
  (part: string): MakeSample =>
  async (trial) => {
    const { id, known } = await knownOf(trial)
    const operation = operationOf(`registry.${part}`)
    const path = pathOf(operation, { ...id, typeToken: known.rich })
    return { operation, path, state: async () => knownText(operation.id, await trial.admin.get(path)) }
  }

/** By operation id. */
export const packageSamples: Readonly<Record<string, MakeSample>> = {
  "user.get": async (trial) => {
    const operation = operationOf("user.get")
    const { id, path } = operation
    return { operation, path, state: async () => knownText(id, await trial.admin.get(path)) }
  },
  "registry.list": async (trial) => {
    const id = await packages.publishNew(trial)
    return { operation: operationOf("registry.list"), path: packages.LIST, state: stateOf(trial, id, [id.version]) }
  },
  "registry.get": async (trial) => {
    const operation = operationOf("registry.get")
    const id = await packages.publishNew(trial)
    return { operation, path: pathOf(operation, { ...id }), state: stateOf(trial, id, [id.version]) }
  },
  "registry.delete": async (trial) => {
    const operation = operationOf("registry.delete")
    const id = await packages.publishNew(trial)
    return { operation, path: pathOf(operation, { ...id }), state: stateOf(trial, id, [id.version]) }
  },
  "registry.start": async (trial) => {
    const operation = operationOf("registry.start")
    const id = await packages.publishNew(trial)
    const version = "1.0.1"
    packages.expectToExist(trial, { ...id, version })
    return {
      operation,
      path: pathOf(operation, { ...id }),
      body: { version },
      state: stateOf(trial, id, [id.version, version])
    }
  },
  "registry.complete": async (trial) => {
    const operation = operationOf("registry.complete")
    const published = await packages.publishNew(trial)
    const id = { ...published, version: "1.0.1" }
    const { operationID } = await packages.prepare(trial, id)
    return {
      operation,
      path: pathOf(operation, { ...id }),
      body: { operationID },
      state: stateOf(trial, id, ["1.0.0", "1.0.1"])
    }
  },
  "registry.docs": docsSample("docs"),
  "registry.examples": docsSample("examples"),
  "registry.installation": docsSample("installation"),
  "registry.nav": docsSample("nav"),
  "registry.readme": docsSample("readme")
}
