/** The HTML report as a browser shows it, from a file. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { barriers, hasNoBrowser, looks, openBrowser, openPage } from "../../../.ci/test/browser.ts"
import { writeReports } from "../../src/reports/writeReports.ts"
import { report } from "./sampleReport.ts"

const folder = mkdtempSync(join(tmpdir(), "conformance-page-"))
const url = pathToFileURL(join(folder, "report.html")).href
let browser: Browser

beforeAll(async () => {
  writeReports(report, folder, ["html"])
  if (!hasNoBrowser) browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

const visibleRules = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(
    `[...document.querySelectorAll("article")].filter((one) => one.checkVisibility()).map(({ id }) => id)`
  )

describe.skipIf(hasNoBrowser)("the HTML report", () => {
  it("loads nothing, and shows whatever a target said as text", async () => {
    const { complaints, page, requests } = await openPage(browser, url)
    assert.deepStrictEqual([requests, complaints], [[url], []])
    assert.strictEqual(await page.title(), `Conformance of ${report.url}`)
    assert.strictEqual(await page.locator("script, img, style >> nth=1").count(), 0)
    assert.include(await page.locator(".answer").last().innerText(), `</pre></details><script>document.title = "owned"`)
  })

  it("is filtered by keyboard, and shows what a link leads to whatever the filter", async () => {
    const { page } = await openPage(browser, url)
    assert.strictEqual((await visibleRules(page)).length, report.outcomes.length)
    await page.getByLabel("all", { exact: true }).focus()
    await page.keyboard.press("ArrowRight")
    assert.deepStrictEqual(await visibleRules(page), ["CORE-025", "REG-050", "REG-048", "REG-031", "REG-053"])
    await page.keyboard.press("ArrowRight")
    assert.deepStrictEqual(await visibleRules(page), ["REG-050", "REG-049"])
    assert.isTrue(await page.getByText("Nothing of that kind.").first().isVisible())
    await page.getByRole("link", { name: "CORE-025 ERROR" }).first().focus()
    await page.keyboard.press("Enter")
    assert.deepStrictEqual(await visibleRules(page), ["CORE-025", "REG-050", "REG-049"])
  })

  it("selects a whole command at one click", async () => {
    const { page } = await openPage(browser, url)
    const command = page.locator("#REG-050 .command", { hasText: "platform-conformance run" })
    await command.click({ position: { x: 20, y: 10 } })
    const selected = await page.evaluate<string>("String(getSelection())")
    assert.strictEqual(selected.trim(), "platform-conformance run --only REG-050 --seed 7")
  })

  for (const look of looks)
    it(`can be read and used by everybody, ${look.colorScheme}, ${look.width} pixels wide`, async () => {
      const { page } = await openPage(browser, url, look)
      await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`)
      assert.deepStrictEqual(await barriers(page), [])
    })
})
