/** Identity tokens of a provider that is not ours, traded at a running server; and everything that is refused. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { exportSPKI, importJWK, SignJWT } from "jose"
import { createHmac } from "node:crypto"
import type { Judged } from "./ApiContract.ts"
import { IdentityProvider } from "./IdentityProvider.ts"
import { oddJson, oddPiece } from "./oddValues.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import { RunningServer } from "./RunningServer.ts"

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token"
const typeOf = (kind: string) => `urn:svc:token-type:access_token:${kind}`
const audienceOf = (organization: string) => `urn:svc:org:${organization}`

type Fields = Readonly<Record<string, unknown>>

interface Exchanged extends Judged {
  readonly body: Readonly<Record<string, unknown>>
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  let provider: IdentityProvider
  let stranger: IdentityProvider

  beforeAll(async () => {
    server = await RunningServer.start(kind, { ISSUER_HTTP: "true", ISSUER_NETWORKS: "127.0.0.0/8" })
    provider = await IdentityProvider.start([audienceOf("acme"), audienceOf("globex")])
    stranger = await IdentityProvider.start([audienceOf("acme")])
    const { accounts } = server
    await accounts.organization("acme")
    await accounts.organization("globex")
    await accounts.user("alice", { memberships: { acme: "admin", globex: "member" } })
    await accounts.user("outsider", {})
    await accounts.team("acme", "ops")
    await accounts.issuer("acme", {
      name: "ci",
      url: provider.issuer,
      maxExpirationSeconds: 90_000,
      rules: [
        { decision: "deny", tokenType: "organization", claims: { sub: "repo:acme/*", "job.ref": "refs/pull/*" } },
        { decision: "allow", tokenType: "organization", claims: { sub: "repo:acme/*" } },
        { decision: "allow", tokenType: "team", teamName: "ops", claims: { sub: "repo:acme/*" } },
        { decision: "allow", tokenType: "team", teamName: "gone", claims: { sub: "repo:acme/*" } },
        { decision: "allow", tokenType: "personal", claims: { sub: "repo:acme/*", groups: "people" } },
        { decision: "allow", tokenType: "runner", runnerName: "r-1", claims: { sub: "repo:acme/*" } }
      ]
    })
    await accounts.issuer("globex", { name: "ci", url: provider.issuer, rules: [] })
  })

  afterAll(async () => {
    await server?.close()
    await provider?.close()
    await stranger?.close()
  })

  const post = async (body: string | URLSearchParams, type?: string): Promise<Exchanged> => {
    const response = await fetch(`${server.url}/api/oauth/token`, {
      method: "POST",
      body,
      ...(type === undefined ? {} : { headers: { "content-type": type } })
    })
    const reply = { status: response.status, headers: response.headers, text: await response.text() }
    const faults = server.contract.faults(server.contract.match("POST", "/api/oauth/token"), reply)
    assert.deepStrictEqual(faults, [], `${reply.status} ${reply.text}`)
    const parsed = JSON.parse(reply.text)
    // RFC 6749, section 5.2.
    if (reply.status === 400) assert.match(parsed.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    return { ...reply, body: parsed }
  }

  const asJson = (fields: Fields) => post(JSON.stringify(fields), "application/json")

  const asForm = (fields: Fields) =>
    post(new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])))

  const fieldsFor = (token: string, more: Fields = {}): Fields => ({
    grant_type: GRANT,
    audience: audienceOf("acme"),
    subject_token: token,
    subject_token_type: ID_TOKEN,
    requested_token_type: typeOf("organization"),
    ...more
  })

  const identity = (claims: object = {}, audience = audienceOf("acme"), subject = "repo:acme/web") =>
    provider.identityToken(audience, subject, claims)

  const exchange = async (more: Fields = {}, claims: object = {}) => asJson(fieldsFor(await identity(claims), more))

  const accessToken = ({ body, status, text }: Exchanged): string => {
    assert.strictEqual(status, 200, text)
    assert(typeof body.access_token === "string")
    return body.access_token
  }

  const whoIs = async (token: string) => {
    const { json, status } = await server.api(token).get("/api/user")
    assert.strictEqual(status, 200)
    return json as {
      readonly scmLogin: string
      readonly organizations: ReadonlyArray<{ readonly scmLogin: string; readonly role: string }>
      readonly tokenInfo?: { readonly organization: string; readonly team: string }
    }
  }

  const assertRefused = (reply: Exchanged, error: string, description?: RegExp) => {
    assert.deepStrictEqual([reply.status, reply.body.error], [400, error], reply.text)
    assert.strictEqual(reply.headers.get("cache-control"), "no-store")
    if (description !== undefined) assert.match(String(reply.body.error_description), description)
    assert.doesNotHaveAnyKeys(reply.body, ["access_token", "refresh_token"])
    assert.notInclude(reply.text, "pct_")
  }

  /** A token like the provider's own, signed with its key, unless the test says otherwise. */
  const crafted = async (claims: object, header: object = {}, key = provider.key) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({
      iss: provider.issuer,
      aud: audienceOf("acme"),
      sub: "repo:acme/web",
      iat: now,
      exp: now + 600,
      ...claims
    })
      .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
      .sign(key.privateKey)
  }

  describe("200", () => {
    it("an organization's token, as JSON and as a form, that works at once and says what it is", async () => {
      for (const send of [asJson, asForm]) {
        const reply = await send(fieldsFor(await identity()))
        const token = accessToken(reply)
        assert.deepStrictEqual(reply.body, {
          access_token: token,
          issued_token_type: typeOf("organization"),
          token_type: "Bearer",
          expires_in: 7200,
          scope: ""
        })
        assert.strictEqual(reply.headers.get("cache-control"), "no-store")
        assert.strictEqual(reply.headers.get("pragma"), "no-cache")
        const { organizations, tokenInfo } = await whoIs(token)
        assert.deepInclude(organizations[0], { scmLogin: "acme", role: "member" })
        assert.deepInclude(tokenInfo, { organization: "acme", team: "" })
      }
    })

    it("as administrator only with the scope admin", async () => {
      const reply = await exchange({ scope: "admin" })
      const { organizations } = await whoIs(accessToken(reply))
      assert.strictEqual(organizations[0]?.role, "admin")
      assert.strictEqual(reply.body.scope, "admin")
    })

    it("a team's token, with the scope echoed", async () => {
      const reply = await exchange({ requested_token_type: typeOf("team"), scope: "team:ops" })
      assert.deepInclude((await whoIs(accessToken(reply))).tokenInfo, { organization: "acme", team: "ops" })
      assert.deepInclude(reply.body, { issued_token_type: typeOf("team"), scope: "team:ops" })
    })

    it("a user's token that reaches this organization and no other", async () => {
      const reply = await exchange(
        { requested_token_type: typeOf("personal"), scope: "user:alice" },
        { groups: ["staff", "people"] }
      )
      const user = await whoIs(accessToken(reply))
      assert.strictEqual(user.scmLogin, "alice")
      assert.deepStrictEqual(
        user.organizations.map(({ scmLogin }) => scmLogin),
        ["acme"]
      )
    })

    it("a runner's token", async () => {
      const reply = await exchange({ requested_token_type: typeOf("runner"), scope: "runner:r-1" })
      assert.strictEqual(accessToken(reply).slice(0, 6), "pct_r_")
    })

    it("with the lifetime that was asked for; 0, nothing and an empty parameter are the usual one", async () => {
      for (const expiration of [60, 600, 3600, 86_400]) {
        assert.strictEqual((await exchange({ expiration })).body.expires_in, expiration)
        assert.strictEqual((await asForm(fieldsFor(await identity(), { expiration }))).body.expires_in, expiration)
      }
      assert.strictEqual((await exchange({ expiration: 0 })).body.expires_in, 7200)
      assert.strictEqual(
        (await asForm(fieldsFor(await identity(), { expiration: "", scope: "" }))).body.expires_in,
        7200
      )
    })

    it("for a repeat of the same request, and for eight at once", async () => {
      const fields = fieldsFor(await identity())
      const replies = await Promise.all(Array.from({ length: 8 }, () => asJson(fields)))
      assert.strictEqual(new Set(replies.map(accessToken)).size, 8)
      for (const reply of replies) await whoIs(accessToken(reply))
    })

    it("for tokens signed with keys that the provider made after the server had read the old ones", async () => {
      accessToken(await exchange())
      const old = await identity()
      const before = provider.asked.length
      await provider.rotate("second")
      accessToken(await exchange())
      accessToken(await exchange())
      const asked = provider.asked.slice(before).filter((path) => path.startsWith("/.well-known"))
      assert.lengthOf(asked, 1, "the keys are looked up once")
      assertRefused(await asJson(fieldsFor(old)), "invalid_request")
    })
  })

  describe("invalid_request for an identity token", () => {
    const now = () => Math.floor(Date.now() / 1000)

    it("that has expired, also by little more than clocks may differ", async () => {
      for (const age of [61, 3600]) {
        const token = await crafted({ iat: now() - 7200, exp: now() - age })
        assertRefused(await asJson(fieldsFor(token)), "invalid_request", /has expired/)
      }
      accessToken(await asJson(fieldsFor(await crafted({ iat: now() - 7200, exp: now() - 30 }))))
    })

    it("that is not valid yet, or comes from the future", async () => {
      assertRefused(await asJson(fieldsFor(await crafted({ nbf: now() + 120 }))), "invalid_request", /not valid yet/)
      assertRefused(await asJson(fieldsFor(await crafted({ iat: now() + 120 }))), "invalid_request", /in the future/)
      accessToken(await asJson(fieldsFor(await crafted({ nbf: now() + 30, iat: now() + 30 }))))
    })

    it("without a time of issue or of expiry", async () => {
      for (const claims of [{ exp: undefined }, { iat: undefined }]) {
        assertRefused(await asJson(fieldsFor(await crafted(claims))), "invalid_request", /claim (?:exp|iat)/)
      }
    })

    it("that is meant for another audience", async () => {
      const token = await identity({}, audienceOf("globex"))
      assertRefused(await asJson(fieldsFor(token)), "invalid_request", /another audience/)
      assertRefused(await asJson(fieldsFor(await crafted({ aud: provider.issuer }))), "invalid_request", /audience/)
    })

    it("of an issuer that the organization does not trust, of an organization that there is not: the same words", async () => {
      const foreign = await stranger.identityToken(audienceOf("acme"), "repo:acme/web")
      const untrusted = await asJson(fieldsFor(foreign))
      assertRefused(untrusted, "invalid_request", /does not trust the issuer/)
      const nowhere = await asJson(fieldsFor(foreign, { audience: audienceOf("nowhere") }))
      assertRefused(nowhere, "invalid_request")
      assert.strictEqual(nowhere.text.replaceAll("nowhere", "acme"), untrusted.text)
      const forged = await asJson(fieldsFor(await crafted({}, { kid: provider.key.kid }, stranger.key)))
      assert.strictEqual(forged.text, untrusted.text)
    })

    it("that says it is the trusted issuer's and is signed by another", async () => {
      const token = await crafted({}, { kid: "first" }, stranger.key)
      assertRefused(await asJson(fieldsFor(token)), "invalid_request", /signature/)
    })

    it("that is not signed (alg none)", async () => {
      const [, payload] = (await identity()).split(".")
      for (const alg of ["none", "None", "NONE", ""]) {
        const token = `${base64url({ alg })}.${payload}.`
        assertRefused(await asJson(fieldsFor(token)), "invalid_request", /signed with one of/)
      }
    })

    it("that is signed with the public key as the secret of an HMAC", async () => {
      const { jwk, kid } = provider.key
      const publicKey = await importJWK({ kty: "RSA", n: jwk.n ?? "", e: jwk.e ?? "" }, "RS256", { extractable: true })
      assert(!(publicKey instanceof Uint8Array))
      const [, payload] = (await identity()).split(".")
      for (const secret of [await exportSPKI(publicKey), JSON.stringify({ e: jwk.e, kty: "RSA", n: jwk.n })]) {
        const signed = `${base64url({ alg: "HS256", kid })}.${payload}`
        const signature = createHmac("sha256", secret).update(signed).digest("base64url")
        assertRefused(await asJson(fieldsFor(`${signed}.${signature}`)), "invalid_request", /signed with one of/)
      }
    })

    it("whose payload, header or signature was changed", async () => {
      const [header = "", payload = "", signature = ""] = (await identity()).split(".")
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
      const tampered = [
        [header, base64url({ ...claims, sub: "repo:acme/other" }), signature],
        [base64url({ alg: "RS512", kid: provider.key.kid }), payload, signature],
        [header, payload, signature.slice(0, -4)],
        [header, payload, ""]
      ]
      for (const parts of tampered) assertRefused(await asJson(fieldsFor(parts.join("."))), "invalid_request")
    })

    it("that is none", async () => {
      for (const token of [
        "x",
        "..",
        "a.b.c",
        "é",
        `${base64url({ alg: "RS256" })}.${base64url([])}.x`,
        "a".repeat(16_384)
      ]) {
        assertRefused(await asJson(fieldsFor(token)), "invalid_request")
      }
    })

    it("that no rule allows, a rule denies, or whose issuer has no rules", async () => {
      const other = await identity({}, audienceOf("acme"), "repo:other/web")
      assertRefused(await asJson(fieldsFor(other)), "invalid_request", /rules of the issuer ci/)
      assertRefused(await exchange({}, { job: { ref: "refs/pull/1" } }), "invalid_request", /rules/)
      accessToken(await exchange({}, { job: { ref: "refs/heads/main" } }))
      assertRefused(
        await exchange({ requested_token_type: typeOf("runner"), scope: "runner:r-2" }),
        "invalid_request",
        /rules/
      )
      const elsewhere = fieldsFor(await identity({}, audienceOf("globex")), { audience: audienceOf("globex") })
      assertRefused(await asJson(elsewhere), "invalid_request", /rules/)
    })
  })

  describe("invalid_request", () => {
    it("when a field is missing, of another type, or sent twice", async () => {
      const whole = fieldsFor(await identity())
      for (const name of ["audience", "subject_token", "subject_token_type", "requested_token_type"]) {
        const { [name]: _, ...rest } = whole
        for (const send of [asJson, asForm]) assertRefused(await send(rest), "invalid_request", new RegExp(name))
        for (const value of [null, 5, true, [], {}, ["x"]]) {
          assertRefused(await asJson({ ...whole, [name]: value }), "invalid_request", new RegExp(name))
        }
      }
      for (const name of ["scope", "expiration"]) {
        for (const value of [null, true, [], {}]) {
          assertRefused(await asJson({ ...whole, [name]: value }), "invalid_request", new RegExp(name))
        }
      }
      const twice = new URLSearchParams(whole as Record<string, string>)
      twice.append("audience", audienceOf("acme"))
      assertRefused(await post(twice), "invalid_request", /audience/)
      const types = new URLSearchParams(whole as Record<string, string>)
      types.append("subject_token_type", ID_TOKEN)
      assertRefused(await post(types), "invalid_request", /subject_token_type/)
    })

    it("for forms whose taking apart would keep the server busy", async () => {
      const whole = new URLSearchParams(fieldsFor(await identity()) as Record<string, string>).toString()
      const form = "application/x-www-form-urlencoded"
      for (const body of ["a&".repeat(500_000), "+".repeat(1_000_000), `${whole}${"&a".repeat(100)}`]) {
        assertRefused(await post(body, form), "invalid_request", /at most 65536 characters and 100 parameters/)
      }
      accessToken(await post(`${whole}${"&a".repeat(90)}`, form))
    })

    it("for other types of tokens", async () => {
      const token = await identity()
      for (const type of ["urn:ietf:params:oauth:token-type:jwt", "", "id_token"]) {
        for (const send of [asJson, asForm]) {
          const reply = await send(fieldsFor(token, { subject_token_type: type }))
          assertRefused(reply, "invalid_request", /^subject_token_type: /)
          assert.propertyVal((reply.body["errors"] as ReadonlyArray<Fields>)[0], "attribute", "subject_token_type")
        }
      }
      for (const type of [typeOf("agent"), "urn:ietf:params:oauth:token-type:access_token", "organization", ""]) {
        assertRefused(await asJson(fieldsFor(token, { requested_token_type: type })), "invalid_request")
      }
    })

    it("for a lifetime below zero, beyond the issuer's, or that is no whole number", async () => {
      for (const expiration of [-1, 90_001, 10 ** 9, 1.5, 2 ** 53]) {
        assertRefused(await exchange({ expiration }), "invalid_request", /expiration/)
      }
      for (const expiration of ["-1", "1e3", "x", "1.5", " 60"]) {
        assertRefused(await asForm(fieldsFor(await identity(), { expiration })), "invalid_request", /expiration/)
      }
    })

    it("without grant_type, with one that is no text, and for bodies that are none", async () => {
      for (const body of [{}, { grant_type: 5 }, { grant_type: null }, { audience: "x" }]) {
        assertRefused(await asJson(body), "invalid_request", /grant_type/)
      }
      for (const body of ["", "{", "null", "[]", '"x"', "5", "\u0000"]) {
        assertRefused(await post(body, "application/json"), "invalid_request")
      }
      assertRefused(await asForm({}), "invalid_request", /grant_type/)
      assertRefused(await asForm({ grant_type: "" }), "invalid_request", /grant_type/)
    })
  })

  it("unsupported_grant_type for any other grant", async () => {
    for (const grant of ["password", "client_credentials", "REFRESH_TOKEN", "x".repeat(2000)]) {
      for (const send of [asJson, asForm]) assertRefused(await send({ grant_type: grant }), "unsupported_grant_type")
    }
  })

  it("invalid_target for an audience that names no organization", async () => {
    const token = await identity()
    for (const audience of ["acme", "urn:svc:org:", "urn:svc:org", "urn:svc:org:a/b", "URN:SVC:ORG:acme", ""]) {
      assertRefused(await asJson(fieldsFor(token, { audience })), "invalid_target")
    }
  })

  it("invalid_scope for a scope that does not belong to the type, and for who is unknown there", async () => {
    const wrong: ReadonlyArray<readonly [kind: string, scope: string | undefined]> = [
      ["organization", "team:ops"],
      ["organization", "Admin"],
      ["team", undefined],
      ["team", "user:alice"],
      ["team", "team:"],
      ["team", "team:gone"],
      ["personal", undefined],
      ["personal", "user:a/b"],
      ["personal", "user:nobody"],
      ["personal", "user:outsider"],
      ["runner", undefined],
      ["runner", "runner:"]
    ]
    for (const [kind, scope] of wrong) {
      const more = { requested_token_type: typeOf(kind), ...(scope === undefined ? {} : { scope }) }
      assertRefused(await exchange(more, { groups: "people" }), "invalid_scope")
    }
  })

  it("an issuer that sends the server elsewhere is not followed, and is no fault of the server", async () => {
    const broken = await IdentityProvider.start([audienceOf("acme")])
    try {
      await server.accounts.issuer("acme", {
        name: "broken",
        url: broken.issuer,
        rules: [{ decision: "allow", tokenType: "organization", claims: {} }]
      })
      const token = await broken.identityToken(audienceOf("acme"), "x")
      broken.answerWith((_request, response) => {
        response.writeHead(302, { location: `${provider.issuer}/.well-known/openid-configuration` })
        response.end()
      })
      assertRefused(await asJson(fieldsFor(token)), "invalid_request", /does not trust/)
      assert.match(server.output, /redirects are not followed/)
    } finally {
      await broken.close()
    }
  })

  describe("refresh_token", () => {
    const trade = (refresh_token: unknown) => asJson({ grant_type: "refresh_token", refresh_token })

    it("200 with a short-lived token of its user, any number of times, as JSON and as a form", async () => {
      const { token } = await server.accounts.userToken("alice", "refresh")
      const replies = await Promise.all([
        ...Array.from({ length: 8 }, () => trade(token)),
        asForm({ grant_type: "refresh_token", refresh_token: token })
      ])
      assert.strictEqual(new Set(replies.map(accessToken)).size, 9)
      const [reply] = replies
      assert(reply !== undefined)
      assert.deepInclude(reply.body, {
        issued_token_type: typeOf("personal"),
        token_type: "Bearer",
        expires_in: 3600,
        scope: "user:alice"
      })
      assert.notProperty(reply.body, "refresh_token")
      assert.strictEqual((await whoIs(accessToken(reply))).scmLogin, "alice")
      assert.strictEqual((await server.api(token).get("/api/user")).status, 401, "exchange-only")
    })

    it("revoking the refresh token stops it and what it was traded for, at once", async () => {
      const owner = await server.apiOf("owner", { memberships: { acme: "member" } })
      const { id, token } = await server.accounts.userToken("owner", "refresh")
      const issued = accessToken(await trade(token))
      await whoIs(issued)
      assert.strictEqual((await owner.delete(`/api/user/tokens/${id}`)).status, 204)
      assert.strictEqual((await server.api(issued).get("/api/user")).status, 401)
      assertRefused(await trade(token), "invalid_grant")
    })

    it("invalid_grant for what is unknown, no refresh token, or none at all", async () => {
      const { token } = await server.accounts.user("other", {})
      for (const value of [token, "", "x", `pct_f_${"0".repeat(36)}`, "é".repeat(500)]) {
        assertRefused(await trade(value), "invalid_grant", /is not valid/)
      }
    })

    it("invalid_request without a refresh token, or one that is no text", async () => {
      assertRefused(await asJson({ grant_type: "refresh_token" }), "invalid_request", /refresh_token/)
      for (const value of [null, 5, {}, [], "x".repeat(1025)]) {
        assertRefused(await trade(value), "invalid_request", /refresh_token/)
      }
    })
  })

  it("400 or 200 for whatever stands in a field, and nothing else", async () => {
    const token = await identity()
    const exchangeFields = Object.entries(fieldsFor(token, { scope: "", expiration: 60 }))
    const refreshFields = [["grant_type", "refresh_token"] as const, ["refresh_token", "x"] as const]
    const fields = fc.constantFrom(exchangeFields, refreshFields)
    const name = fc.oneof(
      fc.constantFrom(...exchangeFields.map(([one]) => one), "refresh_token", "__proto__"),
      oddPiece
    )
    const pairs = fc.array(fc.tuple(name, oddPiece), { minLength: 1, maxLength: 3 })
    const forms = fc.asyncProperty(fields, pairs, fc.boolean(), async (valid, odd, instead) => {
      const kept = valid.filter(([one]) => !instead || odd.every(([other]) => other !== one))
      const sent = [...kept.map(([one, value]) => [one, encodeURIComponent(String(value))] as const), ...odd]
      const body = sent.map(([one, value]) => `${one}=${value}`).join("&")
      assert.include([200, 400], (await post(body, "application/x-www-form-urlencoded")).status)
    })
    await fc.assert(forms, { numRuns: 300, endOnFailure: true })
    const values = fc.asyncProperty(fields, fc.nat(), oddJson, async (valid, at, json) => {
      const place = at % valid.length
      const sent = valid.map(([one, value], index) => `"${one}":${index === place ? json : JSON.stringify(value)}`)
      assert.include([200, 400], (await post(`{${sent.join(",")}}`, "application/json")).status)
    })
    await fc.assert(values, { numRuns: 300, endOnFailure: true })
  })

  it("415 for other media types, 405 for other methods", async () => {
    const response = await fetch(`${server.url}/api/oauth/token`, {
      method: "POST",
      body: "<x/>",
      headers: { "content-type": "text/xml" }
    })
    assert.strictEqual(response.status, 415)
    const read = await fetch(`${server.url}/api/oauth/token`)
    assert.deepStrictEqual([read.status, read.headers.get("allow")], [405, "POST"])
  })

  it("no identity token stands in the log", async () => {
    const token = await identity()
    await asJson(fieldsFor(token))
    await asJson(fieldsFor(`${token}x`))
    assert.notInclude(server.output, token.split(".")[1] ?? "")
    assert.notMatch(server.output, /"level":"(?:ERROR|FATAL)"/i)
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files"))
  describe.skipIf(kind.skip)(`token exchange: ${kind.name}`, () => {
    suite(kind)
  })
