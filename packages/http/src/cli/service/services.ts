/** What `platform-control service …` does over the network. */
import {
  AddServiceItems,
  MAX_SERVICE_PAGE,
  NewService,
  type Service,
  ServiceChange
} from "@platform-control/admin/contract"
import { Console, Effect, Option } from "effect"
import { Prompt } from "effect/cli"
import { type AdminClient, make } from "../../client/admin.ts"
import { connectedBy, type ConnectionOptions } from "../Connection.ts"
import { printList, printRecord } from "../output/print.ts"
import { record } from "../output/Table.ts"
import { misused } from "../Refusal.ts"
import { fit } from "./fit.ts"
import { parseItems, parseMembers, parseProperties } from "./parts.ts"
import { addressOf, identityText, parseIdentity } from "./ServiceIdentity.ts"

const connected = connectedBy(make)

/** A command that is about one service. */
interface OneService extends ConnectionOptions {
  readonly service: string
}

const advice = {
  403: "Services are changed by their owners and members, and by administrators of the organization.",
  404: "`platform-control service ls --organization <organization>` shows what there is."
}

const itemsText = ({ itemCountSummary }: Service): string =>
  Object.entries(itemCountSummary)
    .map(([type, count]) => `${count} ${type}${count === 1 ? "" : "s"}`)
    .join(", ")

const shown = (service: Service): string =>
  record([
    ["service", identityText(addressOf(service))],
    ["description", service.description],
    ["created", service.created],
    ["members", service.members.map(({ name, type }) => `${type}:${name}`).join(", ")],
    ["items", itemsText(service) || "none"],
    ...service.properties.map(({ key, value }) => [key, value] as const)
  ])

interface Page<A> {
  readonly found: ReadonlyArray<A>
  readonly continuationToken: string | undefined
}

const everyPage = <A, E, R>(
  page: (token: { readonly continuationToken?: string }) => Effect.Effect<Page<A>, E, R>,
  token: { readonly continuationToken?: string } = {}
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.flatMap(page(token), ({ continuationToken, found }) =>
    continuationToken === undefined
      ? Effect.succeed(found)
      : Effect.map(everyPage(page, { continuationToken }), (rest) => [...found, ...rest])
  )

const itemsOf = (client: AdminClient["Service"], params: Parameters<typeof identityText>[0]) =>
  everyPage((token) =>
    client.services
      .get({ params, query: { ...token, maxResults: MAX_SERVICE_PAGE } })
      .pipe(Effect.map(({ continuationToken, items }) => ({ continuationToken, found: items })))
  )

/** Prints all services of an organization. */
export const list = Effect.fnUntraced(function* (
  input: ConnectionOptions & { readonly organization: string; readonly json: boolean }
) {
  const found = yield* connected(input, {}, (client) =>
    everyPage((token) =>
      client.services
        .list({ params: { orgName: input.organization }, query: { ...token, maxResults: MAX_SERVICE_PAGE } })
        .pipe(Effect.map(({ continuationToken, services }) => ({ continuationToken, found: services })))
    )
  )
  yield* printList(input.json, found, {
    header: ["SERVICE", "ITEMS", "MEMBERS", "DESCRIPTION"],
    row: (one) => [identityText(addressOf(one)), itemsText(one), `${one.members.length}`, one.description],
    empty: "No services: platform-control service create --help"
  })
})

/** Prints one service with all its items. */
export const info = Effect.fnUntraced(function* (input: OneService & { readonly json: boolean }) {
  const params = yield* parseIdentity(input.service)
  const [service, items] = yield* connected(input, advice, (client) =>
    Effect.all([
      Effect.map(client.services.get({ params, query: { maxResults: 1 } }), (found) => found.service),
      itemsOf(client, params)
    ])
  )
  const lines = items.map(({ name, type }) => `  ${type}:${name}`)
  yield* printRecord(input.json, { service, items }, () => [shown(service), ...lines].join("\n"))
})

/** Makes a service, and prints it. */
export const create = Effect.fnUntraced(function* (
  input: OneService & {
    readonly description: string
    readonly item: ReadonlyArray<string>
    readonly property: ReadonlyArray<string>
    readonly json: boolean
  }
) {
  const { orgName, ownerName, ownerType, serviceName } = yield* parseIdentity(input.service)
  const payload = yield* fit(NewService, {
    ownerType,
    ownerName,
    name: serviceName,
    description: input.description,
    items: yield* parseItems(input.item),
    properties: yield* parseProperties(input.property)
  })
  const made = yield* connected(input, {}, (client) => client.services.create({ params: { orgName }, payload }))
  yield* printRecord(input.json, made, () => shown(made))
})

/** Changes what was named by a flag, and prints the service. */
export const change = Effect.fnUntraced(function* (
  input: OneService & {
    readonly name: Option.Option<string>
    readonly description: Option.Option<string>
    readonly member: ReadonlyArray<string>
    readonly alone: boolean
    readonly bare: boolean
    readonly property: ReadonlyArray<string>
    readonly json: boolean
  }
) {
  const params = yield* parseIdentity(input.service)
  if (input.alone && input.member.length > 0) return yield* misused("--alone and --member contradict each other.")
  if (input.bare && input.property.length > 0) return yield* misused("--bare and --property contradict each other.")
  const payload = yield* fit(ServiceChange, {
    ...Option.match(input.name, { onNone: () => ({}), onSome: (name) => ({ name }) }),
    ...Option.match(input.description, { onNone: () => ({}), onSome: (description) => ({ description }) }),
    ...(input.member.length > 0 || input.alone ? { members: yield* parseMembers(input.member) } : {}),
    ...(input.property.length > 0 || input.bare ? { properties: yield* parseProperties(input.property) } : {})
  })
  if (Object.keys(payload).length === 0)
    return yield* misused("There is nothing to change.", "`platform-control service set --help` shows what can be.")
  const changed = yield* connected(input, advice, (client) => client.services.update({ params, payload }))
  yield* printRecord(input.json, changed, () => shown(changed))
})

/** Attaches items; those that are attached already stay. */
export const attach = Effect.fnUntraced(function* (input: OneService & { readonly items: ReadonlyArray<string> }) {
  const params = yield* parseIdentity(input.service)
  const payload = yield* fit(AddServiceItems, { items: yield* parseItems(input.items) })
  yield* connected(input, advice, (client) => client.serviceItems.add({ params, payload }))
  yield* Console.log(`Attached ${input.items.join(", ")}`)
})

/** Detaches items; those that are not attached are passed over. */
export const detach = Effect.fnUntraced(function* (input: OneService & { readonly items: ReadonlyArray<string> }) {
  const params = yield* parseIdentity(input.service)
  const { items } = yield* fit(AddServiceItems, { items: yield* parseItems(input.items) })
  yield* connected(input, advice, (client) =>
    Effect.forEach(
      items,
      ({ name, type }) => client.serviceItems.remove({ params: { ...params, itemType: type, itemName: name } }),
      { discard: true }
    )
  )
  yield* Console.log(`Detached ${input.items.join(", ")}`)
})

const confirm = Effect.fnUntraced(function* (what: string) {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return yield* misused("There is no terminal to ask on.", "Add --yes to delete without asking.")
  return yield* Prompt.Confirm({ message: `Delete ${what} with its access tokens?`, initial: false })
})

/** Says what was deleted, or that nothing was. */
export const remove = Effect.fnUntraced(function* (
  input: OneService & { readonly force: boolean; readonly yes: boolean }
) {
  const params = yield* parseIdentity(input.service)
  if (!input.yes && !(yield* confirm(identityText(params)))) return yield* Console.log("Nothing was deleted.")
  yield* connected(input, { ...advice, 412: "Add --force to delete it although they depend on it." }, (client) =>
    client.services.delete({ params, query: input.force ? { force: true } : {} })
  )
  yield* Console.log(`Deleted ${identityText(params)}`)
})
