/**
 * `oidc-provider` with the same exchange: verifies the identity token (RS256, issuer, audience, times), looks at its subject,
 * and issues an opaque token, kept in memory or in a database, or a signed one. Reads its order from standard input.
 */
import { createLocalJWKSet, generateKeyPair, exportJWK, jwtVerify } from "jose"
import { text } from "node:stream/consumers"
import { DatabaseSync } from "node:sqlite"
import { type Adapter, type AdapterConstructor, type AdapterPayload, errors, Provider } from "oidc-provider"
import type { OidcOrder } from "../contestants/oidcProvider.ts"

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"
const PARAMETERS = [
  "audience",
  "subject_token",
  "subject_token_type",
  "requested_token_type",
  "scope",
  "expiration"
] as const

/** Tokens in a database of their own, each on disk before it is given out: what our server does, and a real one has to. */
const storedIn = (file: string): AdapterConstructor => {
  const database = new DatabaseSync(file)
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
  database.exec(
    "CREATE TABLE tokens (id TEXT PRIMARY KEY, model TEXT NOT NULL, payload TEXT NOT NULL, expires_at INTEGER)"
  )
  const insert = database.prepare("INSERT OR REPLACE INTO tokens (id, model, payload, expires_at) VALUES (?, ?, ?, ?)")
  const select = database.prepare("SELECT payload FROM tokens WHERE id = ? AND model = ?")
  const remove = database.prepare("DELETE FROM tokens WHERE id = ? AND model = ?")
  return class implements Adapter {
    readonly model: string
    constructor(model: string) {
      this.model = model
    }
    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      insert.run(id, this.model, JSON.stringify(payload), Math.floor(Date.now() / 1000) + expiresIn)
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      const row = select.get(id, this.model)
      return row === undefined ? undefined : JSON.parse(String(row.payload))
    }
    async findByUserCode(): Promise<undefined> {}
    async findByUid(): Promise<undefined> {}
    async consume(): Promise<void> {}
    async destroy(id: string): Promise<void> {
      remove.run(id, this.model)
    }
    async revokeByGrantId(): Promise<void> {}
  }
}

const order = JSON.parse(await text(process.stdin)) as OidcOrder
const keys = createLocalJWKSet({ keys: [...order.keys.keys] })
const subjects = new RegExp(`^${order.subjects.replaceAll("*", ".*")}$`)

/** Access tokens as JWTs that anybody can check who has the provider's keys, so that nothing has to be kept. */
const resourceServer = {
  audience: order.audience,
  scope: "",
  accessTokenFormat: "jwt",
  jwt: { sign: { alg: "RS256" } }
} as const

const { privateKey } = await generateKeyPair("RS256", { extractable: true })
const origin = `http://127.0.0.1:${order.port}`
const provider = new Provider(origin, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig" }] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: { enabled: order.signed === true, getResourceServerInfo: () => resourceServer }
  },
  ttl: { ClientCredentials: 7200 },
  ...(order.store === undefined ? {} : { adapter: storedIn(order.store) }),
  clients: [
    {
      client_id: order.client,
      grant_types: [GRANT],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: "none"
    }
  ]
})

type Parameters = Partial<Record<(typeof PARAMETERS)[number], string>>

provider.registerGrantType<Parameters>(
  GRANT,
  async (context) => {
    const { requested_token_type: type, subject_token: token = "" } = context.oidc.params
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      issuer: order.issuer,
      audience: order.audience,
      clockTolerance: 60
    }).catch((cause: unknown) => {
      throw new errors.InvalidRequest(String(cause))
    })
    if (!subjects.test(payload.sub ?? "")) throw new errors.InvalidRequest("not allowed")
    const issued = new provider.ClientCredentials({ client: context.oidc.client })
    if (order.signed === true) issued.resourceServer = new provider.ResourceServer(order.audience, resourceServer)
    context.body = {
      access_token: await issued.save(),
      issued_token_type: type,
      token_type: "Bearer",
      expires_in: issued.expiration,
      scope: ""
    }
  },
  PARAMETERS
)

provider.listen(order.port, "127.0.0.1")
