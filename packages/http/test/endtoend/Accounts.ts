/**
 * Makes organizations, users and tokens for a test, through the admin area's services on the server's own database.
 * Knows no HTTP: the server finds them as it would find what another process of the same deployment made.
 */
import {
  type IssuerDefinition,
  Issuers,
  Members,
  Organizations,
  Teams,
  Tokens,
  Users
} from "@platform-control/admin/server"
import * as Database from "@platform-control/core/database/Database"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** What one user may do. */
export interface UserRights {
  readonly siteAdmin?: boolean
  readonly registryAdmin?: boolean
  /** By organization; `publisher` is a member with RegistryPublish. */
  readonly memberships?: Readonly<Record<string, "member" | "publisher" | "billing-manager" | "admin">>
}

/** A user with a personal token. */
export interface TestUser {
  readonly login: string
  readonly token: string
  readonly tokenId: string
}

const servicesLayer = (url: string) =>
  Layer.mergeAll(Organizations.layer, Users.layer, Members.layer, Teams.layer, Issuers.layer, Tokens.layer).pipe(
    Layer.provideMerge(
      SqlEvents.layer.pipe(Layer.provideMerge(Database.layer({ url: Redacted.make(url), maxConnections: 2 })))
    )
  )

/** Every token value that it gave out is in `secrets`, so that a test can search for them. */
export class Accounts {
  readonly secrets: Array<string> = []
  readonly #runtime: ManagedRuntime.ManagedRuntime<
    Issuers | Members | Organizations | SqlClient.SqlClient | Teams | Tokens | Users,
    unknown
  >

  constructor(databaseUrl: string) {
    this.#runtime = ManagedRuntime.make(servicesLayer(databaseUrl))
  }

  organization(name: string): Promise<void> {
    return this.#runtime.runPromise(
      Effect.asVoid(Effect.flatMap(Organizations, (organizations) => organizations.create({ name })))
    )
  }

  async user(login: string, rights: UserRights = {}): Promise<TestUser> {
    const { value, id } = await this.#runtime.runPromise(
      Effect.gen(function* () {
        const members = yield* Members
        const user = yield* (yield* Users).create({ login, ...rights })
        for (const [organization, standing] of Object.entries(rights.memberships ?? {})) {
          yield* members.add(organization, login, standing === "publisher" ? "member" : standing)
          if (standing === "publisher") yield* members.setRegistryPublish(organization, login, true)
        }
        return yield* (yield* Tokens).create({
          kind: "personal",
          userId: user.id,
          description: "",
          expiresAt: 0,
          createdBy: login
        })
      })
    )
    return { login, token: this.#given(value), tokenId: id }
  }

  team(organization: string, name: string): Promise<void> {
    return this.#runtime.runPromise(
      Effect.asVoid(Effect.flatMap(Teams, (teams) => teams.create(organization, { name })))
    )
  }

  /** Trusts an issuer, or replaces what was said of it. */
  issuer(organization: string, definition: IssuerDefinition): Promise<void> {
    return this.#runtime.runPromise(
      Effect.flatMap(Issuers, (issuers) =>
        issuers.replace(organization, definition).pipe(
          Effect.catchTag("NotFound", () => issuers.create(organization, definition)),
          Effect.asVoid
        )
      )
    )
  }

  /** A further token of a user, of a kind that speaks for users. */
  async userToken(
    login: string,
    kind: "personal" | "refresh"
  ): Promise<{ readonly id: string; readonly token: string }> {
    const { value, id } = await this.#runtime.runPromise(
      Effect.gen(function* () {
        const user = yield* (yield* Users).get(login)
        return yield* (yield* Tokens).create({
          kind,
          userId: user.id,
          description: "",
          expiresAt: 0,
          createdBy: login
        })
      })
    )
    return { id, token: this.#given(value) }
  }

  /** A token that speaks for an organization, as its administrator or not. */
  async organizationToken(organization: string, admin: boolean): Promise<string> {
    const { value } = await this.#runtime.runPromise(
      Effect.flatMap(Tokens, (tokens) =>
        tokens.create({ kind: "organization", organization, admin, description: "", expiresAt: 0, createdBy: "test" })
      )
    )
    return this.#given(value)
  }

  /** Moves a token's expiry into the past, which no service offers. To be called before the token's first use. */
  expire(tokenId: string): Promise<void> {
    return this.#runtime.runPromise(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.asVoid(sql`UPDATE admin_tokens SET expires_at = 1 WHERE id = ${tokenId}`)
      )
    )
  }

  /** The server's next request knows. */
  revoke(tokenId: string): Promise<void> {
    return this.#runtime.runPromise(Effect.flatMap(Tokens, (tokens) => tokens.revoke(tokenId)))
  }

  close(): Promise<void> {
    return this.#runtime.dispose()
  }

  #given(value: Redacted.Redacted): string {
    const text = Redacted.value(value)
    this.secrets.push(text)
    return text
  }
}
