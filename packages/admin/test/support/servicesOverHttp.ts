/** The operations of services over HTTP as a client sends them, on one engine, and organizations to ask them for. */
import { Context, Effect, Layer, type Redacted, Redacted as Secrets } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { BaseApi } from "@platform-control/core/ApiId"
import type { OrganizationRole, Role } from "@platform-control/core/Authorization"
import { NeedsLayer } from "@platform-control/core/Needs"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import type { TestEngine } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { ServiceItemsGroup, ServicesGroup } from "../../src/contract/index.ts"
import { AuthorizationLayer, Members, Organizations, ServiceTokens, Teams } from "../../src/server.ts"
import { ServiceItemsHandlers } from "../../src/services/ServiceItemsHandlers.ts"
import { ServicesHandlers } from "../../src/services/ServicesHandlers.ts"
import { layerAdminOn, makeUser } from "../../src/testing.ts"

/** An answer, its body parsed where there is one. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at what came, whatever it is
  readonly json: any
}

/** What is sent beside the path. */
export interface Sent {
  readonly token?: Redacted.Redacted | undefined
  readonly body?: unknown
  /** Stands instead of `body`. */
  readonly text?: string
}

/** Sends one request. */
export class Web extends Context.Service<
  Web,
  { readonly send: (method: string, path: string, sent?: Sent) => Effect.Effect<Reply> }
>()("test/Web") {}

const api = BaseApi.add(ServicesGroup).add(ServiceItemsGroup)

const routerConfig = { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 2048 }

const web = Layer.effect(
  Web,
  Effect.gen(function* () {
    const surroundings = yield* Effect.context<Layer.Success<ReturnType<typeof layerAdminOn>>>()
    const doors = Layer.mergeAll(AuthorizationLayer, NeedsLayer, RequestErrorsLayer, layerTestKey)
    const application = HttpApiBuilder.layer(api).pipe(
      Layer.provide([ServicesHandlers, ServiceItemsHandlers]),
      Layer.provide(doors),
      Layer.provide([Layer.succeedContext(surroundings), HttpServer.layerServices])
    )
    const { dispose, handler } = HttpRouter.toWebHandler(application, { disableLogger: true, routerConfig })
    yield* Effect.addFinalizer(() => Effect.promise(dispose))

    const send = (method: string, path: string, { body, text, token }: Sent = {}) =>
      Effect.promise(async (): Promise<Reply> => {
        const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
        const response = await handler(
          new Request(`http://localhost${path}`, {
            method,
            headers: {
              ...(token === undefined ? {} : { authorization: `Bearer ${Secrets.value(token)}` }),
              ...(sent === undefined ? {} : { "content-type": "application/json" })
            },
            ...(sent === undefined ? {} : { body: sent })
          })
        )
        const answered = await response.text()
        return {
          status: response.status,
          headers: response.headers,
          json: answered === "" || method === "HEAD" ? undefined : JSON.parse(answered)
        }
      })

    return { send }
  })
)

/** Everything on one engine, without anybody. */
export const servicesOn = (engine: TestEngine) => web.pipe(Layer.provideMerge(layerAdminOn(engine)))

/** A service's fields, as far as a test does not say otherwise. */
export const sampleService = (ownerName: string, name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ownerType: "user",
  ownerName,
  name,
  description: `The service ${name}`,
  items: [],
  properties: [],
  ...more
})

/** One organization as its people ask for it. Logins are the organization's name, a dash and what is said here. */
export const makePlace = Effect.fnUntraced(function* (organization: string) {
  const members = yield* Members
  const teams = yield* Teams
  const { send } = yield* Web
  yield* (yield* Organizations).create({ name: organization })

  const person = Effect.fnUntraced(function* (name: string, role?: OrganizationRole) {
    const login = `${organization}-${name}`
    const { id, token } = yield* makeUser(login)
    if (role !== undefined) yield* members.add(organization, login, role)
    return { id, login, token }
  }, Effect.orDie)

  const admin = yield* person("admin", "admin")
  const path = `/api/orgs/${organization}/services`
  let made = 0
  return {
    organization,
    admin,
    person,
    path,
    /** A token that a service of the administrator holds. */
    serviceToken: Effect.fnUntraced(function* (serviceName: string, roleId?: Role) {
      const { create } = yield* ServiceTokens
      const address = { orgName: organization, ownerType: "user", ownerName: admin.login, serviceName }
      const name = `${serviceName}-${(made += 1)}`
      const token = {
        name,
        description: "",
        expiresAt: 0,
        createdBy: admin.login,
        ...(roleId === undefined ? {} : { roleId })
      }
      return (yield* create(address, token)).value
    }, Effect.orDie),
    /** A team and the users, by login, who belong to it. */
    team: Effect.fnUntraced(function* (name: string, logins: ReadonlyArray<string>) {
      yield* teams.create(organization, { name })
      yield* Effect.forEach(logins, (login) => teams.addMember(organization, name, login, "member"))
    }, Effect.orDie),
    pathOf: (name: string, owner = `user/${admin.login}`) => `${path}/${owner}/${name}`,
    /** As the administrator. */
    send: (method: string, below: string, body?: unknown) => send(method, below, { token: admin.token, body }),
    /** A service of the administrator, or 200 is not what came. */
    service: Effect.fnUntraced(function* (name: string, more: Readonly<Record<string, unknown>> = {}) {
      const reply = yield* send("POST", path, { token: admin.token, body: sampleService(admin.login, name, more) })
      if (reply.status !== 200) return yield* Effect.die(new Error(JSON.stringify(reply.json)))
      return `${path}/user/${admin.login}/${name}`
    })
  }
}, Effect.orDie)

/** Stacks `p/s000` and so on, in the order of their names. */
export const stacks = (count: number, prefix = "s") =>
  Array.from({ length: count }, (_, index) => ({
    type: "stack",
    name: `p/${prefix}${String(index).padStart(3, "0")}`
  }))
