/** Makes the handlers of a group, as `HttpApiBuilder.group` does, for servers that have many services. */
import { Context, Effect, Layer, Scope } from "effect"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"

/** What building a layer needs of the context, besides the doors that stand in front of a group's endpoints. */
const whileBuilding = [Scope.Scope.key, Layer.CurrentMemoMap.key]

const neededBy = (group: HttpApiGroup.Top): ReadonlySet<string> => {
  const doors = Object.values(group.endpoints).flatMap(({ middlewares }) => Array.from(middlewares, ({ key }) => key))
  return new Set([...doors, ...whileBuilding])
}

const only = (context: Context.Context<never>, keys: ReadonlySet<string>): Context.Context<never> =>
  Context.makeUnsafe(new Map(Array.from(context.mapUnsafe).filter(([key]) => keys.has(key))))

/**
 * `HttpApiBuilder.group`, but what the handlers were built with is not part of each request: there every service of the
 * server would be copied into the context of every request. Handlers take their services while they are built; at a request
 * they find what the server's own context and the doors give, which is all that their types let them ask for.
 */
export const handlerGroup: typeof HttpApiBuilder.group = (api, identifier, build) =>
  Layer.effectContext(
    Effect.contextWith((all: Context.Context<never>) => {
      const handlers = HttpApiBuilder.group(api, identifier, (empty) => {
        const built = build(empty)
        return (Effect.isEffect(built) ? Effect.provideContext(built, all) : built) as typeof built
      })
      const group = api.groups[identifier] as HttpApiGroup.Top
      return Effect.updateContext(Layer.build(handlers), () => only(all, neededBy(group)) as never)
    })
    // The types of the parts say nothing of what was moved from one to the other.
  ) as never
