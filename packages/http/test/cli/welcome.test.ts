import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { welcome } from "../../src/cli/server/welcome.ts"

const told = {
  url: "https://control.example/prefix",
  reference: true,
  first: Option.none(),
  administrator: "admin",
  data: Option.none()
}

describe("welcome", () => {
  it("shows the token of the first start, in commands that can be pasted", () => {
    const token = "pct_p_0123"
    const text = welcome({
      ...told,
      first: Option.some({ organization: "main", login: "admin", token: Redacted.make(token) })
    })
    assert.include(text, `curl -H "Authorization: Bearer ${token}" ${told.url}/api/registry/packages`)
    assert.include(text, `export PLATFORM_CONTROL_URL=${told.url} PLATFORM_CONTROL_TOKEN=${token}`)
    assert.match(text, /package publish <folder> --publisher main$/m)
  })

  it("names the folder that was typed in the command for another token", () => {
    assert.match(welcome(told), /token create --user admin$/m)
    assert.match(welcome({ ...told, data: Option.some("./here") }), /token create --user admin --data \.\/here$/m)
    assert.include(welcome({ ...told, data: Option.some("it's here") }), `--data 'it'\\''s here'`)
  })

  it("points to the document where there is no reference page", () => {
    assert.match(welcome(told), /^Reference +https:\/\/control\.example\/prefix\/docs$/m)
    assert.match(welcome({ ...told, reference: false }), /^Reference +.*\/openapi\.json$/m)
  })
})
