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
  /**
   * Asked inside a transaction, before it locks or writes anything: whether there still is the publisher, which then stays
   * until the transaction ends. What `find` said before may be over.
   */
  readonly hold: (name: string) => Effect.Effect<boolean>
}

const isOrganizationName = Schema.is(OrganizationName)

/** Unless plugged, every well-formed name is a publisher without a display name. */
export const Publishers = Context.Reference<Publishers>("platform-control/registry/Publishers", {
  defaultValue: () => ({
    find: (name) =>
      Effect.succeed(isOrganizationName(name) ? Option.some({ name, displayName: undefined }) : Option.none()),
    hold: (name) => Effect.succeed(isOrganizationName(name))
  })
})
