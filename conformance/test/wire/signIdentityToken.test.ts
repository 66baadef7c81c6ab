/** Identity tokens that the suite signs itself: what their issuer's public key and claims say. */
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto"
import { assert, describe, it } from "vitest"
import { entryOf } from "../../src/catalogue/Catalogue.ts"
import { parseConfiguration } from "../../src/config/Configuration.ts"
import type { HookInputs } from "../../src/config/hooks.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { runRule } from "../../src/engine/runRules.ts"

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
const key = { ...privateKey.export({ format: "jwk" }), kid: "k1" }
const { d: secret, ...publicKey } = key

const configuration = parseConfiguration({
  url: "http://a",
  identities: {},
  hooks: { issuer: { url: "https://issuer", key, scopes: { team: "team:dev" } } }
})

const input: HookInputs["issuer"] = { organization: "acme", audience: "urn:svc:org:acme", tokenType: "team" }

const asked = async (more: Partial<HookInputs["issuer"]> = {}) => {
  const ledger = new Ledger(undefined)
  const context = new RunContext({ configuration, level: "must", seed: 1, run: "t", ledger, pace: new Pace({}) })
  let answer = { token: "", scope: "" }
  const outcome = await runRule(context, {
    ...entryOf("REG-031"),
    requires: ["hook:issuer"],
    turn: "beside",
    run: async (trial) => {
      trial.met()
      answer = { scope: "", ...(await trial.hook("issuer", { ...input, ...more })) }
      assert.strictEqual(trial.exchanges.length, 1)
      assert.notInclude(context.secrets.redact(JSON.stringify(trial.exchanges)), answer.token)
    }
  })
  assert.strictEqual(outcome.status, "PASS", outcome.notes.join())
  assert.notInclude(context.secrets.redact(`the key ${secret}`), `${secret}`)
  return answer
}

const read = (text = ""): Record<string, unknown> => JSON.parse(Buffer.from(text, "base64url").toString())

describe("an issuer that is a signing key", () => {
  it("signs the claims of its own, for the audience that is asked for, and names the scope", async () => {
    const { scope, token } = await asked()
    const [header, claims, signature = ""] = token.split(".")
    const isGood = verify(
      "sha256",
      Buffer.from(`${header}.${claims}`),
      { key: createPublicKey({ key: { ...publicKey }, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url")
    )
    assert.isTrue(isGood)
    assert.deepStrictEqual(read(header), { alg: "ES256", typ: "JWT", kid: "k1" })
    const { exp, iat, jti, nbf, ...rest } = read(claims)
    assert.deepStrictEqual(rest, { iss: "https://issuer", aud: "urn:svc:org:acme", sub: "conformance:acme" })
    assert.isTrue(Number(exp) > Date.now() / 1000 && Number(iat) <= Date.now() / 1000 && nbf === iat)
    assert.isString(jti)
    assert.strictEqual(scope, "team:dev")
    assert.strictEqual((await asked({ tokenType: "organization" })).scope, "")
  })

  it("puts claims over its own, and leaves out those that are null", async () => {
    const { token } = await asked({ claims: { exp: 1, sub: null, more: ["a"] } })
    const claims = read(token.split(".")[1])
    assert.deepInclude(claims, { exp: 1, more: ["a"] })
    assert.notProperty(claims, "sub")
  })

  it("is a configuration error without its private half", () => {
    assert.throws(
      () => parseConfiguration({ url: "http://a", identities: {}, hooks: { issuer: { url: "u", key: publicKey } } }),
      /hooks\.issuer/
    )
  })
})
