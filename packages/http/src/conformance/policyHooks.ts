/**
 * The hooks by which a run of the conformance suite applies and enables policy packs: addresses on this machine only, with
 * a credential in them. Only `serve --conformance` opens them.
 */
import { PolicyGroups } from "@platform-control/policy/server"
import { Context, Effect, Redacted, Schema, type Scope } from "effect"
import { randomBytes, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** Addresses by the name of the hook. */
export type PolicyHooks = Readonly<Record<"applyPack" | "enablePack", Redacted.Redacted>>

const GROUP = "cf-group"
const USER = "conformance"
const MAX_BYTES = 64 * 1024

const ApplyPack = Schema.Struct({
  organization: Schema.String,
  name: Schema.String,
  version: Schema.Union([Schema.String, Schema.Int]),
  applied: Schema.Boolean
})

const EnablePack = Schema.Struct({ organization: Schema.String, name: Schema.String, enabled: Schema.Boolean })

const makeHooks = Effect.map(PolicyGroups, (groups) => {
  const apply = Effect.fnUntraced(function* (organization: string, name: string, version: string) {
    const group = { organization, group: GROUP }
    yield* Effect.catchTag(groups.create(group), "Conflict", () => Effect.void)
    yield* groups.apply(group, { organization, name }, version)
  })

  const withdraw = Effect.fnUntraced(function* (organization: string, name: string, version?: string) {
    for (const group of yield* groups.list(organization)) {
      const applies = group.packs.some(
        (pack) =>
          pack.publisher === organization &&
          pack.name === name &&
          (version === undefined || [String(pack.version), pack.versionTag].includes(version))
      )
      if (applies) yield* groups.withdraw({ organization, group: group.name }, { organization, name })
    }
  })

  return {
    "/applyPack": Effect.fnUntraced(function* (body: unknown) {
      const { applied, name, organization, version } = yield* Schema.decodeUnknownEffect(ApplyPack)(body)
      yield* applied ? apply(organization, name, String(version)) : withdraw(organization, name, String(version))
    }),
    "/enablePack": Effect.fnUntraced(function* (body: unknown) {
      const { enabled, name, organization } = yield* Schema.decodeUnknownEffect(EnablePack)(body)
      yield* enabled ? apply(organization, name, "latest") : withdraw(organization, name)
    })
  }
})

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

/** Open until the scope closes. A hook that can't do what it was asked answers 409 and says why. */
export const policyHooks: Effect.Effect<PolicyHooks, never, PolicyGroups | Scope.Scope> = Effect.gen(function* () {
  const hooks = new Map(Object.entries(yield* makeHooks))
  const run = Effect.runPromiseWith(Context.empty())
  const password = randomBytes(24).toString("base64url")
  const expected = `Basic ${Buffer.from(`${USER}:${password}`).toString("base64")}`
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const hook = hooks.get(request.url ?? "")
    if (!isSame(request.headers.authorization ?? "", expected)) return reply(response, 401, {})
    if (hook === undefined || request.method !== "POST") return reply(response, 404, {})
    try {
      await run(hook(await readJson(request)))
      return reply(response, 200, {})
    } catch (cause) {
      return reply(response, 409, { message: cause instanceof Error ? cause.message : String(cause) })
    }
  }
  const server = yield* listening((request, response) => void answer(request, response))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const at = (name: string) => Redacted.make(`http://${USER}:${password}@127.0.0.1:${port}/${name}`)
  return { applyPack: at("applyPack"), enablePack: at("enablePack") }
})
