/** Runs the command, as a process the way a shell does, or here where a test has many runs. */
import { Console, Effect } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { exitCodeOf, run as runCommand } from "../../src/cli/main.ts"

const bin = fileURLToPath(new URL("../../src/bin.ts", import.meta.url))

/** What a finished process left. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string | undefined>>

// No setting of whoever runs the tests reaches the command: it could name a database that is in use.
for (const name of Object.keys(process.env))
  if (name.startsWith("PLATFORM_CONTROL_") && !name.startsWith("PLATFORM_CONTROL_TEST_")) delete process.env[name]

const environment = (extra: Environment): Environment => ({
  ...process.env,
  NO_COLOR: "1",
  npm_lifecycle_event: undefined,
  ...extra
})

const launch = (words: ReadonlyArray<string>, extra: Environment) =>
  spawn(process.execPath, ["--conditions=@platform-control/source", bin, ...words], {
    env: environment(extra),
    stdio: ["ignore", "pipe", "pipe"]
  })

const gather = (child: ReturnType<typeof launch>) => {
  const texts = { stdout: "", stderr: "" }
  child.stdout.on("data", (part: Buffer) => (texts.stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (texts.stderr += part.toString()))
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, ...texts }))
  })
  return { texts, outcome }
}

/** The command with these words, run to its end. */
export const run = (words: ReadonlyArray<string>, extra: Environment = {}): Promise<Outcome> =>
  gather(launch(words, extra)).outcome

/** The command with words that a shell reads: redirections, pipes. */
export const runInShell = (words: string): Promise<Outcome> =>
  gather(
    spawn("sh", ["-c", `"$0" --conditions=@platform-control/source "$1" ${words}`, process.execPath, bin], {
      env: environment({}),
      stdio: ["ignore", "pipe", "pipe"]
    })
  ).outcome

/** As `run`, without a process of its own; it has the environment of the tests, without settings. */
export const runHere = (words: ReadonlyArray<string>): Promise<Outcome> => {
  const texts = { stdout: "", stderr: "" }
  const gathering: Console.Console = Object.assign(Object.create(console), {
    log: (line: unknown) => (texts.stdout += `${String(line)}\n`),
    error: (line: unknown) => (texts.stderr += `${String(line)}\n`)
  })
  return Effect.runPromise(
    Effect.exit(runCommand(words)).pipe(
      Effect.map((exit) => ({ code: exitCodeOf(exit), ...texts })),
      Effect.provideService(Console.Console, gathering)
    )
  )
}

/** A running server. */
export interface RunningServer {
  readonly url: string
  /** Everything that it has printed to its standard output so far. */
  readonly printed: () => string
  /** Ends when it has printed something that matches; fails when the process ends before. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Nobody reads its standard output from then on. */
  readonly hangUp: () => void
  readonly stop: () => Promise<Outcome>
}

/** The command with these words, up to the moment when it says that it is ready. */
export const startServer = async (words: ReadonlyArray<string>, extra: Environment = {}): Promise<RunningServer> => {
  const child = launch([...words, "--port", "0"], extra)
  const { outcome, texts } = gather(child)
  const until = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr)
        if (found === null) return
        for (const stream of [child.stdout, child.stderr]) stream.off("data", look)
        resolve(found)
      }
      for (const stream of [child.stdout, child.stderr]) stream.on("data", look)
      void outcome.then(({ stderr }) => reject(new Error(`The server ended before ${pattern.source}: ${stderr}`)))
      look()
    })
  await until(/is ready/)
  const [url] = await until(/http:\/\/127\.0\.0\.1:\d+/)
  const stop = () => {
    child.kill("SIGTERM")
    return outcome
  }
  return { url, printed: () => texts.stdout, until, hangUp: () => child.stdout.destroy(), stop }
}
