/**
 * Addresses at which a run of the conformance suite asks for what the API has no operation for: on this machine only, with
 * a credential in them. Only `serve --conformance` opens them. Knows no hook.
 */
import { Context, Effect, Redacted, type Scope } from "effect"
import { randomBytes, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** Does what a hook is asked for, and gives what it answers. Any failure is one of the hook. */
export type Hook = (body: unknown) => Effect.Effect<object, unknown>

const USER = "conformance"
const MAX_BYTES = 64 * 1024

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  let text = ""
  for await (const part of request) {
    text += String(part)
    if (text.length > MAX_BYTES) throw new Error("The body is too large")
  }
  return JSON.parse(text)
}

const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

const reply = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const listening = (listener: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(listener)
      const { promise, resolve } = Promise.withResolvers<void>()
      server.listen(0, "127.0.0.1", resolve)
      await promise
      return server
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

/** Open until the scope closes, each under its name. A hook that can't do what it was asked answers 409 and says why. */
export const openHooks = <Name extends string>(
  hooks: Readonly<Record<Name, Hook>>
): Effect.Effect<Readonly<Record<Name, Redacted.Redacted>>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const byPath = new Map(Object.entries<Hook>(hooks).map(([name, hook]) => [`/${name}`, hook]))
    const run = Effect.runPromiseWith(Context.empty())
    const password = randomBytes(24).toString("base64url")
    const expected = `Basic ${Buffer.from(`${USER}:${password}`).toString("base64")}`
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const hook = byPath.get(request.url ?? "")
      if (!isSame(request.headers.authorization ?? "", expected)) return reply(response, 401, {})
      if (hook === undefined || request.method !== "POST") return reply(response, 404, {})
      try {
        return reply(response, 200, await run(hook(await readJson(request))))
      } catch (cause) {
        return reply(response, 409, { message: cause instanceof Error ? cause.message : String(cause) })
      }
    }
    const server = yield* listening((request, response) => void answer(request, response))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const opened = Object.keys(hooks).map((name) => [
      name,
      Redacted.make(`http://${USER}:${password}@127.0.0.1:${port}/${name}`)
    ])
    return Object.fromEntries(opened) as Readonly<Record<Name, Redacted.Redacted>>
  })
