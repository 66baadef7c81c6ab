/**
 * An OpenID provider that is not ours, on loopback: the library `oidc-provider` with a grant of its own by which a job of a
 * CI system gets an identity token. Its keys can be rotated while it runs. Knows nothing of this server.
 */
import { exportJWK, generateKeyPair, type JWK } from "jose"
import { createServer, type RequestListener, type Server } from "node:http"
import { once } from "node:events"
import { Provider } from "oidc-provider"

const GRANT = "urn:example:ci-job"
const SECRET = "a secret of the job's, long enough for the library"

/** A signing key with its name. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

const makeKey = async (kid: string): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" } }
}

const makeProvider = (issuer: string, audiences: ReadonlyArray<string>, key: SigningKey): Provider => {
  const provider = new Provider(issuer, {
    jwks: { keys: [key.jwk] },
    features: { devInteractions: { enabled: false } },
    ttl: { IdToken: 3600 },
    clients: audiences.map((audience) => ({
      client_id: audience,
      client_secret: SECRET,
      grant_types: [GRANT],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: "client_secret_post" as const
    }))
  })
  provider.registerGrantType<{ readonly sub?: string; readonly claims?: string }>(
    GRANT,
    async (context) => {
      const { claims = "{}", sub = "" } = context.oidc.params
      const token = new provider.IdToken({ sub }, { ctx: context })
      token.set("sub", sub)
      for (const [name, value] of Object.entries(JSON.parse(claims))) token.set(name, value)
      context.body = { id_token: await token.issue({ use: "idtoken" }) }
    },
    ["sub", "claims"]
  )
  return provider
}

/** Started with `IdentityProvider.start`; `close` has to follow. */
export class IdentityProvider {
  readonly issuer: string
  readonly #server: Server
  readonly #audiences: ReadonlyArray<string>
  #key: SigningKey
  #answer: RequestListener
  /** Paths that were asked for, in their order. */
  readonly asked: Array<string> = []

  private constructor(server: Server, issuer: string, audiences: ReadonlyArray<string>, key: SigningKey) {
    this.#server = server
    this.issuer = issuer
    this.#audiences = audiences
    this.#key = key
    this.#answer = makeProvider(issuer, audiences, key).callback()
    server.on("request", (request, response) => {
      this.asked.push(request.url ?? "")
      this.#answer(request, response)
    })
  }

  /** One that issues identity tokens for these audiences. */
  static async start(audiences: ReadonlyArray<string>): Promise<IdentityProvider> {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    if (typeof address !== "object" || address === null) throw new Error("The provider listens nowhere")
    return new IdentityProvider(server, `http://127.0.0.1:${address.port}`, audiences, await makeKey("first"))
  }

  /** The key with which it signs now. */
  get key(): SigningKey {
    return this.#key
  }

  /** From now on it signs with another key, and publishes no other. */
  async rotate(kid: string): Promise<void> {
    this.#key = await makeKey(kid)
    this.#answer = makeProvider(this.issuer, this.#audiences, this.#key).callback()
  }

  /** Answers everything like this from now on, until the next rotation. */
  answerWith(answer: RequestListener): void {
    this.#answer = answer
  }

  /** The identity token of a job. */
  async identityToken(audience: string, subject: string, claims: object = {}): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: GRANT,
        client_id: audience,
        client_secret: SECRET,
        sub: subject,
        claims: JSON.stringify(claims)
      })
    })
    const body = (await response.json()) as { readonly id_token?: string }
    if (body.id_token === undefined) throw new Error(`The provider gave no token: ${JSON.stringify(body)}`)
    return body.id_token
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, "close")
  }
}
