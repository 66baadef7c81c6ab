/** A server under test with its data, its administrator and further accounts; what it leaves behind is removed. */
import { Accounts, type UserRights } from "./Accounts.ts"
import { Api } from "./Api.ts"
import { ApiContract } from "./ApiContract.ts"
import type { PlaceKind, ServerPlace } from "./places.ts"
import { freePort, ServerProcess } from "./ServerProcess.ts"

/** Limits that only a test of many requests a second meets. */
const TEST_SETTINGS = { RATE_LIMIT: "false", LOG_LEVEL: "Debug", ACCESS_LOG: "true", LOG_FORMAT: "json" }

/** Started with `RunningServer.start`; `close` has to follow. */
export class RunningServer {
  readonly accounts: Accounts
  readonly contract: ApiContract
  readonly place: ServerPlace
  readonly #port: number
  readonly #settings: Readonly<Record<string, string>>
  readonly #earlierOutput: Array<string> = []
  #process: ServerProcess

  private constructor(
    process: ServerProcess,
    port: number,
    place: ServerPlace,
    settings: Record<string, string>,
    contract: ApiContract
  ) {
    this.#process = process
    this.#port = port
    this.#settings = settings
    this.place = place
    this.contract = contract
    this.accounts = new Accounts(place.databaseUrl)
  }

  /** A ready server in an empty place. `settings` are names without their prefix. */
  static async start(kind: PlaceKind, settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
    const place = await kind.make()
    const port = await freePort()
    const all = { ...TEST_SETTINGS, ...place.settings, ...settings }
    const process = new ServerProcess(port, all)
    try {
      await process.ready()
      const document = await fetch(`${process.url}/openapi.json`)
      return new RunningServer(process, port, place, all, new ApiContract(await document.json()))
    } catch (fault) {
      await process.stop("SIGKILL")
      await place.release()
      throw fault
    }
  }

  get url(): string {
    return this.#process.url
  }

  get port(): number {
    return this.#port
  }

  /** All that was printed, also by processes before a restart. */
  get output(): string {
    return [...this.#earlierOutput, this.#process.output].join("")
  }

  /** Requests with this token, or without any. */
  api(token?: string): Api {
    return new Api({ url: this.url, contract: this.contract, secrets: this.accounts.secrets }, token)
  }

  /** Requests of a new user. */
  async apiOf(login: string, rights: UserRights): Promise<Api> {
    return this.api((await this.accounts.user(login, rights)).token)
  }

  /** Ends the process as a power switch would, as far as a test can. */
  kill(): Promise<void> {
    return this.#process.stop("SIGKILL")
  }

  /** Starts the server again on the same data and the same port. */
  async restart(): Promise<void> {
    this.#earlierOutput.push(this.#process.output)
    this.#process = new ServerProcess(this.#port, this.#settings)
    await this.#process.ready()
  }

  /** Ends the process in order. */
  terminate(): Promise<void> {
    return this.#process.stop("SIGTERM")
  }

  /** Ends everything and removes the data. */
  async close(): Promise<void> {
    await this.#process.stop("SIGKILL")
    await this.accounts.close()
    await this.place.release()
  }
}
