/** Port: which publishers exist. Another area owns organizations; the composition root plugs it in here. */
import { OrganizationName } from "@platform-control/core/Names"
import { Context, Effect, Option, Schema } from "effect"

/** The owner of packages, under its canonical name. */
export interface Publisher {
  readonly name: string
  readonly displayName: string | undefined
}

export interface Publishers {
  /** The publisher of exactly this name, which may be any text. */
  readonly find: (name: string) => Effect.Effect<Option.Option<Publisher>>
}

const isOrganizationName = Schema.is(OrganizationName)

/** Unless plugged, every well-formed name is a publisher without a display name. */
export const Publishers = Context.Reference<Publishers>("platform-control/registry/Publishers", {
  defaultValue: () => ({
    find: (name) =>
      Effect.succeed(isOrganizationName(name) ? Option.some({ name, displayName: undefined }) : Option.none())
  })
})
