/** The server as its users run it: a process of its own, started from source. Knows how to start and stop it, and no API. */
import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"

const PACKAGE = join(import.meta.dirname, "../..")

/** How long a start may take on a machine that is busy with other tests. */
const START_MILLIS = 30_000

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(address)))
    })
  })

const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/readyz`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** One process; what it wrote to its output is kept. */
export class ServerProcess {
  readonly url: string
  readonly exited: Promise<number | null>
  readonly #child: ChildProcess
  readonly #output: Array<Buffer> = []

  /** `settings` are the names without their prefix. */
  constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`
    const environment = Object.entries({ ...settings, HOST: "127.0.0.1", PORT: String(port) })
    this.#child = spawn(
      process.execPath,
      ["--conditions=@platform-control/source", join(PACKAGE, "src/bin.ts"), "serve"],
      {
        env: {
          PATH: process.env.PATH ?? "",
          ...Object.fromEntries(environment.map(([name, value]) => [`PLATFORM_CONTROL_${name}`, value]))
        },
        stdio: ["ignore", "pipe", "pipe"]
      }
    )
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#output.push(chunk))
    this.#child.stderr?.on("data", (chunk: Buffer) => this.#output.push(chunk))
    this.exited = new Promise((resolve) => this.#child.once("exit", resolve))
  }

  /** Everything that the process has printed. */
  get output(): string {
    return Buffer.concat(this.#output).toString()
  }

  /** Settles when requests are answered; fails with the process's output when it ends before, or takes too long. */
  async ready(): Promise<void> {
    const until = performance.now() + START_MILLIS
    while (!(await isReady(this.url))) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null || performance.now() > until) {
        throw new Error(`The server did not start:\n${this.output}`)
      }
      await Promise.race([this.exited, new Promise((resolve) => setTimeout(resolve, 10))])
    }
  }

  /** Ends the process and waits for its end: `SIGKILL` at once, `SIGTERM` in order. */
  async stop(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child.kill(signal)
    await this.exited
  }
}
