/** What is hidden: every spelling of a secret, and what bodies say under the names of credentials. */
import { assert, describe, it } from "vitest"
import { Secrets } from "../../src/wire/Secrets.ts"

const TOKEN = "pct_p_Sv0/x+Qm7ZkT2bRn9LdY"

const secretsOf = (...values: ReadonlyArray<string>): Secrets => {
  const secrets = new Secrets()
  for (const value of values) secrets.add("admin token", value)
  return secrets
}

describe("Secrets", () => {
  it("hides a value in base64 after any user's name, and without its first or last letter", () => {
    const secrets = secretsOf(TOKEN)
    for (const user of ["", "a", "ab", "admin"]) {
      const basic = Buffer.from(`${user}:${TOKEN}`).toString("base64")
      const shown = secrets.redact(`Basic ${basic}`)
      assert.match(shown, /<(?:part of )?admin token>/)
      // Nothing is left but the name and the letters that the token shares with what stands around it.
      assert.isBelow(shown.replace(/<[^>]*>/, "").length, "Basic ".length + user.length * 2 + 6, shown)
    }
    assert.strictEqual(secrets.redact(`Bearer ${TOKEN}`), "Bearer <admin token>")
    assert.strictEqual(secrets.redact(`Bearer ${TOKEN}x`), "Bearer <admin token>x")
    assert.strictEqual(secrets.redact(`Bearer ${TOKEN.slice(0, -1)}`), "Bearer <part of admin token>")
    assert.strictEqual(secrets.redact(`Bearer ${TOKEN.slice(1)}`), "Bearer <part of admin token>")
    assert.strictEqual(secrets.redact(`a=${encodeURIComponent(TOKEN)}&b`), "a=<admin token>&b")
    assert.strictEqual(secrets.redact(`a ${TOKEN} b ${TOKEN}`), "a <admin token> b <admin token>")
  })

  it("hides the signature of a JWT under other claims", () => {
    const signature = "MEUCIQDx7Zk2bRn9LdYpSv0Qm"
    const secrets = secretsOf(`header.claims.${signature}`)
    assert.notInclude(secrets.redact(`header.others.${signature}`), signature.slice(1, -1))
    assert.notInclude(secrets.redact(`header.claims.B${signature.slice(1)}`), signature.slice(1, -1))
  })

  it("hides what bodies say under the names of credentials, whole or cut, and leaves references", () => {
    const secrets = secretsOf()
    const hidden = (text: string) => secrets.redact(text)
    assert.strictEqual(hidden('{"id":"1","tokenValue":"ab\\"c","n":1}'), '{"id":"1","tokenValue":"<tokenValue>","n":1}')
    assert.strictEqual(hidden('{"access_token" : "abc'), '{"access_token" : "<access_token>')
    assert.strictEqual(
      hidden(JSON.stringify('{"refresh_token":"abc"}')),
      String.raw`"{\"refresh_token\":\"<refresh_token>\"}"`
    )
    assert.strictEqual(
      hidden("grant_type=x&refresh_token=abc%20d&a=b"),
      "grant_type=x&refresh_token=<refresh_token>&a=b"
    )
    assert.strictEqual(hidden('{"tokenValue":""}'), '{"tokenValue":""}')
    assert.strictEqual(hidden('{"subject_token":"${3.token}"}'), '{"subject_token":"${3.token}"}')
  })

  it("is shown by every answer that gave it out, and by no other one", () => {
    const secrets = new Secrets()
    secrets.add("issued token", TOKEN, 3)
    secrets.add("issued token", TOKEN, 5)
    for (const [number, found] of [
      [3, 0],
      [4, 1],
      [5, 0]
    ] as const)
      assert.lengthOf(secrets.foundIn(`{"access_token":"${TOKEN}"}`, number), found)
  })
})
