/**
 * `pnpm conformance`: our own server on every engine that is set up, judged at the level of our own decisions. What is
 * said after the words goes to the suite: `pnpm conformance --seed 7 --only REG-0*`, `pnpm conformance mutants --score`.
 */
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { stringify } from "yaml"
import { ownServer } from "./ownServer.ts"

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

const words = process.argv.slice(2)
const isCommand = /^[a-z]/.test(words.join(" "))
const command = isCommand ? words : ["run", "--level", "ours", ...words]

/** Each engine's reports and cases in a folder of their own. */
const commandFor = (engine: string): ReadonlyArray<string> => {
  if (command[0] !== "run") return command
  const at = command.indexOf("--out")
  const folder = at === -1 ? "conformance-results" : (command[at + 1] ?? "")
  const others = at === -1 ? command : command.toSpliced(at, 2)
  return [...others, "--out", join(folder, engine.toLowerCase())]
}

const judge = (file: string, engine: string): Promise<number> =>
  new Promise((resolve) => {
    spawn(process.execPath, [bin, ...commandFor(engine), "--config", file], { stdio: "inherit" }).once(
      "close",
      (code) => resolve(code ?? 1)
    )
  })

const onEngine = (engine: (typeof testEngines)[number]) =>
  Effect.gen(function* () {
    const configuration = yield* ownServer(engine)
    const file = join(tmpdir(), `conformance-${process.pid}-${engine.name}.yaml`)
    yield* Effect.promise(() => writeFile(file, stringify(configuration), { mode: 0o600 }))
    process.stdout.write(`\n${engine.name}\n`)
    const code = yield* Effect.promise(() => judge(file, engine.name))
    yield* Effect.promise(() => rm(file))
    return code
  }).pipe(Effect.scoped)

for (const engine of testEngines) {
  if (engine.skip) process.stdout.write(`\n${engine.name}: not set up (PLATFORM_CONTROL_TEST_POSTGRES_URL)\n`)
  else process.exitCode = Math.max(Number(process.exitCode ?? 0), await Effect.runPromise(onEngine(engine)))
}
