/** A server as a process of its own: started on the server's core, awaited, and killed with its scope. */
import { Effect, Schedule, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import { pinned } from "./pinning.ts"

const READY_WITHIN = "60 seconds"
const POLLED_EVERY = "5 millis"
const STOPS_WITHIN = "10 seconds"
const KEPT_OUTPUT_CHARACTERS = 4_000

/** A server that answers on loopback. */
export interface Contestant {
  readonly name: string
  readonly pid: number
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
}

/** How to start a server on a port. */
export interface ContestantCommand {
  readonly name: string
  readonly command: (port: number) => readonly [string, ...Array<string>]
  readonly environment?: (port: number) => Readonly<Record<string, string>>
  /** What the server reads from its standard input. */
  readonly input?: (port: number) => string
  /** Answers 200 as soon as the server works. */
  readonly readyPath: string
}

/** A port of loopback that was free a moment ago. */
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
})

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const stop = (child: ChildProcess) =>
  Effect.promise(async () => {
    if (isOver(child)) return
    child.kill("SIGTERM")
    await once(child, "exit")
  }).pipe(
    Effect.timeout(STOPS_WITHIN),
    Effect.catch(() => Effect.sync(() => child.kill("SIGKILL")))
  )

const launch = ({ command, environment, input }: ContestantCommand, port: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [program, ...words] = pinned("server", command(port))
      const child = spawn(program, words, {
        env: { ...process.env, NODE_ENV: "production", ...environment?.(port) },
        stdio: ["pipe", "pipe", "pipe"]
      })
      child.stdin.on("error", () => undefined)
      child.stdin.end(input?.(port) ?? "")
      const output = { text: "" }
      const keep = (bytes: Buffer) => {
        output.text = (output.text + bytes.toString()).slice(-KEPT_OUTPUT_CHARACTERS)
      }
      child.on("error", (error) => keep(Buffer.from(error.message)))
      child.stdout.on("data", keep)
      child.stderr.on("data", keep)
      return { child, output }
    }),
    ({ child }) => stop(child)
  )

const answers = (url: string) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(url)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${response.status}`)
    },
    catch: () => "not yet" as const
  })

/** Running from here to the end of the scope; fails with the server's last words when it does not get ready. */
export const startContestant = Effect.fnUntraced(function* (
  description: ContestantCommand
): Effect.fn.Return<Contestant, BenchFault, Scope.Scope> {
  const { name, readyPath } = description
  const port = yield* freePort
  const { child, output } = yield* launch(description, port)
  const origin = `http://127.0.0.1:${port}`
  yield* answers(`${origin}${readyPath}`).pipe(
    Effect.retry({ schedule: Schedule.spaced(POLLED_EVERY), while: () => !isOver(child) }),
    Effect.timeout(READY_WITHIN),
    Effect.mapError(() => benchFault(`${name} did not get ready. Its last words:\n${output.text}`))
  )
  return { name, pid: child.pid ?? 0, origin }
})
