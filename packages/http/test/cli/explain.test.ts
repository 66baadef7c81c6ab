import { assert, describe, it } from "@effect/vitest"
import * as Errors from "@platform-control/core/Errors"
import { HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { explain } from "../../src/cli/explain.ts"
import { misused } from "../../src/cli/Refusal.ts"

const url = "http://127.0.0.1:8080"
const request = HttpClientRequest.get(url)

const transport = (cause: unknown) =>
  new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })

const answered = (status: number, contentType: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.DecodeError({
      request,
      response: HttpClientResponse.fromWeb(
        request,
        new Response("<html>", { status, headers: { "content-type": contentType } })
      )
    })
  })

describe("explain", () => {
  it("keeps what has been explained", () => {
    const refusal = misused("No.")
    assert.strictEqual(explain(url, refusal), refusal)
  })

  it("says that nothing answers, why, and how to start a server", () => {
    const { exitCode, message } = explain(url, transport(new Error("connect ECONNREFUSED 127.0.0.1:8080")))
    assert.strictEqual(exitCode, 1)
    assert.match(message, /No connection to http:\/\/127\.0\.0\.1:8080: connect ECONNREFUSED/)
    assert.match(message, /platform-control start/)
  })

  it("leaves the password of the address out", () => {
    const { message } = explain("http://me:hunter2@127.0.0.1:8080", transport(new Error("refused")))
    assert.match(message, /No connection to http:\/\/127\.0\.0\.1:8080: refused/)
  })

  it("looks into a fault of several addresses", () => {
    const { message } = explain(url, transport(new AggregateError([new Error("first address"), new Error("second")])))
    assert.match(message, /first address/)
  })

  it("says that a page of HTML is not this server", () => {
    const { message } = explain(url, answered(200, "text/html"))
    assert.match(message, /not as Platform Control does \(status 200, text\/html\)/)
    assert.match(message, /--url/)
  })

  it("says that a request was too large, whoever refused it", () => {
    const { message } = explain(url, answered(413, "text/html"))
    assert.match(message, /\(413\)[^]*PLATFORM_CONTROL_MAX_BODY/)
    assert.match(explain(url, answered(413, "application/json"), { 413: "Send less." }).message, /Send less\.$/)
  })

  const answers = [
    [new Errors.BadRequest({ message: "Bad version" }), /^Bad version \(400\)\.$/],
    [new Errors.Unauthorized({ message: "Unknown token" }), /Unknown token \(401\)[^]*token create/],
    [new Errors.Forbidden({ message: "Missing" }), /Missing \(403\)[^]*member set/],
    [new Errors.TooManyRequests({ message: "Too many" }), /Too many \(429\)[^]*wait/],
    [new Errors.InternalError({ message: "Request 1" }), /Request 1 \(500\)[^]*log/],
    [new Errors.ServiceUnavailable({ message: "Starting" }), /Starting \(503\)[^]*repeat/]
  ] as const
  for (const [error, expected] of answers) {
    it(`${error.code} in the server's words, with what to do`, () => {
      assert.match(explain(url, error).message, expected)
    })
  }

  it("takes the operation's own advice before the general one", () => {
    const { message } = explain(url, new Errors.Forbidden({ message: "Missing" }), { 403: "Ask Alice." })
    assert.strictEqual(message, "Missing (403).\nAsk Alice.")
  })
})
