/** One version of one package, read with a token. */
import { versionsPath } from "../load/publishInTwoPhases.ts"
import { type FaultOf, sameBytes } from "../rounds/faults.ts"
import { sampleName, VERSION } from "../samples/samplePackage.ts"
import { FILLED, type Stage } from "../Stage.ts"
import { sideBySide } from "./sideBySide.ts"

/** So many different packages are asked for, so that no answer is the last one again. */
const READ = 100

const npmFault: FaultOf = (body, path) => {
  const { name, version } = JSON.parse(body) as { readonly name: string; readonly version: string }
  return path === `/${name}/${version}` ? undefined : "another version"
}

/** Everybody answers the same bytes but Verdaccio, which has its own record of the same package. */
export const getVersion = (stage: Stage) => {
  const names = Array.from({ length: Math.min(READ, stage.effort.packages) }, (_, index) => sampleName(FILLED, index))
  return sideBySide(stage, {
    operation: "get version",
    paths: names.map((name) => `${versionsPath(name)}/${VERSION}`),
    faultOf: sameBytes,
    npm: { paths: names.map((name) => `/${name}/${VERSION}`), faultOf: npmFault },
    least: { "node:http": 0.6, Verdaccio: 4 }
  })
}
