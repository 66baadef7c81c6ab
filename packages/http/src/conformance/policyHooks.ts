/** The hooks by which a run of the conformance suite applies and enables policy packs. */
import { PolicyGroups } from "@platform-control/policy/server"
import { Effect, Schema } from "effect"

const GROUP = "cf-group"

const ApplyPack = Schema.Struct({
  organization: Schema.String,
  name: Schema.String,
  version: Schema.Union([Schema.String, Schema.Int]),
  applied: Schema.Boolean
})

const EnablePack = Schema.Struct({ organization: Schema.String, name: Schema.String, enabled: Schema.Boolean })

/** By the name of the hook. */
export const policyHooks = Effect.map(PolicyGroups, (groups) => {
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
    applyPack: Effect.fnUntraced(function* (body: unknown) {
      const { applied, name, organization, version } = yield* Schema.decodeUnknownEffect(ApplyPack)(body)
      yield* applied ? apply(organization, name, String(version)) : withdraw(organization, name, String(version))
      return {}
    }),
    enablePack: Effect.fnUntraced(function* (body: unknown) {
      const { enabled, name, organization } = yield* Schema.decodeUnknownEffect(EnablePack)(body)
      yield* enabled ? apply(organization, name, "latest") : withdraw(organization, name)
      return {}
    })
  }
})
