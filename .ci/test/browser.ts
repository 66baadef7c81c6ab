/** The Chromium of this machine, for tests that look at pages. It is never downloaded and reaches nothing but loopback. */
import axe from "axe-core"
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

const named = process.env["PLATFORM_CONTROL_TEST_BROWSER"]

/** What `PLATFORM_CONTROL_TEST_BROWSER` names (`none`: no browser), else what stands where systems put it. */
const executablePath = named === undefined ? places.find((place) => existsSync(place)) : named

/** Whether there is none, so that a test has to be skipped. A browser that is named and is not there is no reason to. */
export const hasNoBrowser = executablePath === undefined || executablePath === "none"

/** Closed by whoever opened it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"]
  })

/** How somebody looks at a page. */
export interface Look {
  readonly width: number
  readonly colorScheme: "dark" | "light"
}

/** On a desk by day and on a telephone by night: both widths and both colours, without each with each. */
export const looks: ReadonlyArray<Look> = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" }
]

/** An open page, with what it asked for and complained about: messages of the console, violations of its policy, faults. */
export interface Opened {
  readonly page: Page
  readonly requests: ReadonlyArray<string>
  readonly complaints: ReadonlyArray<string>
}

/** Shorter than a test's time, so that what was waited for is named. */
const PATIENCE_MILLIS = 10_000

/** Opens a page in a profile of its own. */
export const openPage = async (browser: Browser, url: string, look?: Look): Promise<Opened> => {
  const { colorScheme = "light", width = 1280 } = look ?? {}
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  page.setDefaultTimeout(PATIENCE_MILLIS)
  const requests: Array<string> = []
  const complaints: Array<string> = []
  page.on("request", (request) => requests.push(request.url()))
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, requests, complaints }
}

/** What keeps people from reading or using the page: names, contrasts, order (axe), and what is wider than the window. */
export const barriers = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const found = await page.evaluate<ReadonlyArray<string>>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`
  )
  const isTooWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")
  return isTooWide ? [...found, "wider than the window"] : found
}
