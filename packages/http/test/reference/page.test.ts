/** The page of the reference as a browser shows it. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Effect, Exit, Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import {
  barriers,
  hasNoBrowser,
  type Look,
  looks,
  type Opened,
  openBrowser,
  openPage
} from "../../../../.ci/test/browser.ts"
import { serveAll, type Served } from "../serving.ts"

const scope = Scope.makeUnsafe()
let server: Served
let browser: Browser

beforeAll(async () => {
  if (hasNoBrowser) return
  server = await Effect.runPromise(Scope.provide(serveAll(), scope))
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const open = async (url = server.url, look?: Look): Promise<Opened> => {
  const opened = await openPage(browser, `${url}/docs`, look)
  await opened.page.waitForSelector(".opblock")
  return opened
}

const withoutData = (requests: ReadonlyArray<string>) => requests.filter((request) => !request.startsWith("data:"))

const listTokens = (page: Page) => page.getByRole("button", { name: "List the caller's access tokens" })

describe.skipIf(hasNoBrowser)("the page of the reference", () => {
  it("loads itself and nothing else, and has nothing to complain about", async () => {
    const { complaints, requests } = await open()
    assert.deepStrictEqual(withoutData(requests), [`${server.url}/docs`])
    assert.deepStrictEqual(complaints, [])
  })

  it("shows every operation of the document", async () => {
    const answer = await fetch(`${server.url}/openapi.json`)
    const { paths } = (await answer.json()) as { readonly paths: Readonly<Record<string, object>> }
    const expected = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`)
    )
    const { page } = await open()
    const shown = await page.evaluate<ReadonlyArray<string>>(
      `[...document.querySelectorAll(".opblock")].map((one) =>
        one.querySelector(".opblock-summary-method").textContent + " " + one.querySelector("[data-path]").dataset.path)`
    )
    assert.deepStrictEqual(shown.map((one) => one.replaceAll("\u200b", "")).toSorted(), expected.toSorted())
  })

  it("opens an operation by keyboard, with its schema, under an address that opens it again", async () => {
    const { page } = await open()
    await listTokens(page).focus()
    await page.keyboard.press("Enter")
    await page.getByText("Values are never returned.").waitFor()
    await page.getByText("Unix seconds; 0 if it never expires.").waitFor()
    assert.strictEqual(page.url(), `${server.url}/docs#/Personal%20tokens/userTokens.list`)
    const again = await openPage(browser, page.url())
    await again.page.getByText("Values are never returned.").waitFor()
  })

  it("asks the server that it came from, under whatever name, with the token that was given", async () => {
    const url = server.url.replace("127.0.0.1", "localhost")
    const { complaints, page } = await open(url)
    await page.getByRole("button", { name: "Authorize", exact: true }).click()
    await page.getByLabel("Access token").fill("pct_p_unknown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await listTokens(page).click()
    await page.getByRole("button", { name: "Try it out" }).click()
    await page.getByLabel("maxResults").fill("3")
    const sent = page.waitForRequest((request) => request.url().includes("/api/"))
    await page.getByRole("button", { name: "Execute" }).click()
    const request = await sent
    assert.strictEqual(request.url(), `${url}/api/user/tokens?maxResults=3`)
    assert.strictEqual(await request.headerValue("authorization"), "Bearer pct_p_unknown")
    assert.strictEqual((await request.response())?.status(), 401)
    assert.deepStrictEqual(
      complaints.filter((complaint) => !complaint.includes("401 (Unauthorized)")),
      []
    )
  })

  for (const look of looks)
    it(`can be read and used by everybody, ${look.colorScheme}, ${look.width} pixels wide`, async () => {
      const { page } = await open(server.url, look)
      await page.getByRole("button", { name: "Read the documentation of one resource or function" }).click()
      await page.getByRole("button", { name: "Try it out" }).click()
      await page.getByRole("button", { name: "Create a personal access token" }).click()
      assert.deepStrictEqual(await barriers(page), [])
      await page.getByRole("button", { name: "Authorize", exact: true }).click()
      assert.deepStrictEqual(await barriers(page), [])
      const isDark = await page.evaluate<boolean>(`document.documentElement.classList.contains("dark-mode")`)
      assert.strictEqual(isDark, look.colorScheme === "dark")
    })
})
