/** A case that is replayed against another target, whose things have the same short ids: none of them is touched. */
import { assert, describe, it } from "vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { entryOf } from "../../src/catalogue/Catalogue.ts"
import type { Configuration } from "../../src/config/Configuration.ts"
import { caseOf, type CaseFile } from "../../src/runs/caseFile.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import type { Rule } from "../../src/engine/Rule.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { runRule } from "../../src/engine/runRules.ts"
import { replay, type ReplayResult } from "../../src/runs/replay.ts"
import { only } from "../suite.ts"

const ADMIN = "token-of-admin-1234"

interface Kept {
  readonly id: string
  readonly value: string
  readonly isOthers: boolean
}

interface Platform {
  readonly configuration: Configuration
  readonly tokens: ReadonlyMap<string, Kept>
  /** Words of the header Authorization that are taken for the admin's. */
  readonly schemes: Array<string>
  /** What a revocation is answered. */
  deletion: number
}

/** Tokens with ids that are counted, of which the first ones are not ours. */
const platform = async (others: number, body: (platform: Platform) => Promise<void>) => {
  const tokens = new Map<string, Kept>()
  let next = 1
  const add = (value: string, isOthers: boolean): Kept => {
    const token = { id: `${next}`, value, isOthers }
    next += 1
    tokens.set(token.id, token)
    return token
  }
  for (let index = 0; index < others; index += 1) add(`value-of-production-${index}`, true)
  const schemes = ["Bearer"]
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      response.setHeader("content-type", "application/json")
      const answer = (status: number, value?: object) =>
        void response.writeHead(status).end(value === undefined ? "" : JSON.stringify(value))
      const [scheme = "", said] = (request.headers.authorization ?? "").split(" ")
      const isKnown = said === ADMIN || [...tokens.values()].some(({ value }) => value === said)
      if (!isKnown || !schemes.includes(scheme)) return answer(401, {})
      if (request.method === "POST") {
        const { id, value } = add(`value-that-was-made-${next}`, false)
        return answer(200, { id, tokenValue: value })
      }
      if (request.method === "DELETE")
        return answer(tokens.delete(request.url?.split("/").at(-1) ?? "") ? found.deletion : 404)
      return answer(200, { tokens: [...tokens.values()].map(({ id }) => ({ id })) })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration = { url, organization: "acme", identities: { admin: ADMIN } }
  const found: Platform = { configuration, tokens, schemes, deletion: 204 }
  try {
    await body(found)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Another word before the administrator's token, as CORE-016 tries it among others. */
const otherScheme: Rule = {
  ...entryOf("CORE-016"),
  requires: [],
  turn: "beside",
  run: async (trial) => {
    trial.met()
    const somebody = trial.bearing("somebody unknown", `Nobody ${ADMIN}`)
    trial.status(await somebody.get("/api/user/tokens"), [401], "A credential that nobody has is refused")
  }
}

const ruleOf = (id: string): Rule => (id === otherScheme.id ? otherScheme : (only(id)[0] ?? otherScheme))

const violated = async ({ configuration }: Platform, id: string): Promise<CaseFile> => {
  const ledger = new Ledger(undefined)
  const context = new RunContext({ configuration, level: "all", seed: 1, run: "here", ledger, pace: new Pace({}) })
  const { failure } = await runRule(context, ruleOf(id))
  await context.close()
  if (failure === undefined) throw new Error(`${id} was not violated`)
  return JSON.parse(JSON.stringify(caseOf(context, id, failure)))
}

const replayed = (written: CaseFile, { configuration }: Platform): Promise<ReplayResult> =>
  replay(written, ruleOf(written.rule), configuration)

const others = ({ tokens }: Platform) => [...tokens.values()].filter(({ isOthers }) => isOthers).length

/** More than a replay makes. */
const OTHERS = 60

describe("a case that is replayed elsewhere", () => {
  it("revokes what the replay made, whatever its id was", () =>
    platform(0, async (one) => {
      one.deletion = 200
      const written = await violated(one, "TOK-027")
      assert.include(
        written.steps.map(({ method, target }) => `${method} ${target}`).join("\n"),
        "DELETE /api/user/tokens/${1.id}"
      )
      await platform(OTHERS, async (other) => {
        assert.deepInclude(await replayed(written, other), { result: "FIXED" })
        other.deletion = 200
        assert.deepInclude(await replayed(written, other), { result: "STILL FAILS", by: "requests" })
        assert.strictEqual(others(other), OTHERS)
        assert.strictEqual(other.tokens.size, OTHERS)
      })
    }))

  it("leaves to its rule what would change things that the replay has not made", () =>
    platform(0, async (one) => {
      one.deletion = 200
      const written = await violated(one, "TOK-027")
      const literal = (target: string) => target.replace("${1.id}", "1")
      const old: CaseFile = {
        ...written,
        steps: written.steps.map((step) => ({ ...step, target: literal(step.target) })),
        made: [
          ...written.made.map((entry) => ({ ...entry, path: literal(entry.path) })),
          { path: "/api/user/tokens/2", identity: "admin" }
        ]
      }
      // An id out of a list is whoever's stands there now.
      const listed: CaseFile = {
        ...written,
        at: 2,
        steps: [
          ...written.steps.slice(0, 1).map((step) => ({ ...step, method: "GET" })),
          ...written.steps
            .slice(-1)
            .map((step) => ({ ...step, target: "/api/user/tokens/${1.tokens.0.id}", startedAt: 1e6, endedAt: 1e6 }))
        ],
        made: [{ path: "/api/user/tokens/${1.tokens.0.id}", identity: "admin" }]
      }
      for (const unsafe of [old, listed])
        await platform(OTHERS, async (other) => {
          assert.deepInclude(await replayed(unsafe, other), { result: "FIXED", by: "rule" })
          assert.strictEqual(others(other), OTHERS)
        })
    }))

  it("deletes nothing where the creation is refused this time", () =>
    platform(0, async (one) => {
      one.deletion = 200
      const written = await violated(one, "TOK-027")
      await platform(OTHERS, async (other) => {
        other.schemes.length = 0
        assert.deepInclude(await replayed(written, other), { result: "DRIFTED", step: 1, got: 401 })
        assert.strictEqual(others(other), OTHERS)
      })
    }))

  it("still fails where the credential that is let in is a secret: its rule judges", () =>
    platform(0, async (one) => {
      one.schemes.push("Nobody")
      const written = await violated(one, otherScheme.id)
      assert.notInclude(JSON.stringify(written), ADMIN)
      assert.deepInclude(await replayed(written, one), { result: "STILL FAILS", by: "rule" })
    }))
})
