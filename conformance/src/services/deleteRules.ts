/** Deleting services, and what goes with them (Spec B, Services, row 5). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { together } from "../laws/together.ts"
import { headerOf } from "../wire/Exchange.ts"
import * as services from "./services.ts"

/** What became of the token of a service when that was deleted. */
interface Ended {
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
  /** With the token again, once a service of the same name was there again. */
  readonly renewed: ReadonlyArray<number>
}

const CONNECTIONS = 4

const ended = (trial: Trial): Promise<Ended> =>
  trial.context.shared("service with a token, deleted", async () => {
    const { body, id, path } = await services.made(trial)
    const { token } = await trial.hook("serviceToken", { organization: trial.organization, ...id })
    const holder = trial.bearing("the service", `Bearer ${token}`)
    const use = async () =>
      (await together(CONNECTIONS, () => holder.get(services.listPath(trial)))).map(({ status }) => status)
    const before = await use()
    trial.needs(await trial.admin.delete(path), 204, "The deletion of a service with a token")
    const after = await use()
    await services.create(trial.admin, body)
    const renewed = [
      (await holder.get(path)).status,
      (await services.addItems(holder, path, services.stacks(1))).status
    ]
    return { before, after, renewed }
  })

const requires = ["admin", "member"] as const

const ready = ["admin", "organization", "hook:serviceToken"] as const

export const deleteRules: ReadonlyArray<Rule> = [
  rule("SVC-037", async (trial) => {
    const { path } = await services.made(trial, { items: services.stacks(2) })
    trial.met()
    trial.status(await trial.admin.delete(path), [204], "A service of its owner alone can be deleted")
    trial.status(await services.read(trial.admin, path), [404], "It is gone")
  }),
  rule(
    "SVC-038",
    async (trial) => {
      const { path } = await services.made(trial)
      await services.share(trial, path)
      trial.met()
      trial.status(await trial.admin.delete(path), [412], "Others belong to it: the deletion has to be confirmed")
      trial.status(await services.read(trial.admin, path), [200], "It is still there")
    },
    { requires }
  ),
  rule(
    "SVC-039",
    async (trial) => {
      const { path } = await services.made(trial)
      await services.share(trial, path)
      trial.met()
      trial.status(await trial.admin.delete(`${path}?force=true`), [204], "Confirmed, it is deleted")
      trial.status(await services.read(trial.admin, path), [404], "It is gone")
    },
    { requires }
  ),
  rule(
    "SVC-040",
    async (trial) => {
      const { path } = await services.made(trial)
      await services.share(trial, path)
      trial.met()
      trial.status(await trial.admin.delete(`${path}?force=false`), [412], "force=false confirms nothing")
      const alone = await services.made(trial)
      trial.status(await trial.admin.delete(`${alone.path}?force=false`), [204], "Alone it needs no force")
    },
    { requires }
  ),
  rule("SVC-041", async (trial) => {
    const { path } = await services.made(trial)
    for (const force of ["yes", "1", "", "TRUE", "null"]) {
      trial.met()
      const answer = await trial.admin.delete(`${path}?force=${force}`)
      trial.status(answer, [400], `force=${force} is neither true nor false`)
    }
    trial.status(await services.read(trial.admin, path), [200], "It is still there")
  }),
  rule("SVC-042", async (trial) => {
    const { path } = await services.made(trial)
    trial.needs(await trial.admin.delete(path), 204, "The deletion of a service")
    trial.met()
    trial.status(await trial.admin.delete(path), [404], "What is gone can't be deleted")
    const { id } = await services.newService(trial)
    trial.status(await trial.admin.delete(services.servicePath(trial, id)), [404], "Nor what was never there")
  }),
  rule(
    "SVC-043",
    async (trial) => {
      const { after, before } = await ended(trial)
      if (before.some((status) => status !== 200))
        throw trial.inconclusive("REFUSED", `The service's token was answered ${before.join(", ")} before.`)
      trial.met()
      if (after.some((status) => status !== 401))
        throw trial.violated("With the service its tokens end at once", "401 on every connection", after.join(", "))
    },
    { requires: ready }
  ),
  rule(
    "SVC-044",
    async (trial) => {
      const { renewed } = await ended(trial)
      trial.met()
      if (renewed.some((status) => status < 400))
        throw trial.violated(
          "What a service was permitted ends with it, also when one of its name is made again",
          "refusals",
          renewed.join(", ")
        )
    },
    { requires: ready }
  )
]

/** Whether an operation says that it is deprecated (RFC 9745). */
export const saysDeprecated = (trial: Trial, exchange: Parameters<typeof headerOf>[0]): void => {
  if (trial.isOurs && headerOf(exchange, "deprecation") === "")
    throw trial.violated("A deprecated operation says so (decisions, services)", "the header Deprecation", "none")
}
