/** The page of a resource or function: its addresses, languages and identity (Spec A, Registry; Spec A, Package docs response). */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { languages, systems } from "../../table/docsTable.ts"
import { objectOf } from "../../wire/Exchange.ts"
import * as packages from "../packages.ts"
import { allItems, type Documented, documented, follow, type Item, page, pagePath } from "./documented.ts"

/** What is no language, and what only looks like one. */
export const noLanguages: ReadonlyArray<string> = ["cf-unknown", "GO", "Python", "", "nodejs", "go,python", " go"]

/** What is no operating system, and what only looks like one. */
export const noSystems: ReadonlyArray<string> = ["cf-unknown", "Linux", "darwin", "", "win", "linux "]

/** A version that nobody publishes. */
export const NO_VERSION = "9.9.9"

const eachItem = (body: (trial: Trial, at: Documented, item: Item) => Promise<void>) => async (trial: Trial) => {
  const at = await documented(trial)
  for (const item of await allItems(trial, at)) {
    trial.nextCase()
    trial.met()
    await body(trial, at, item)
  }
}

/** One item with a slash in its token, where there is one: nothing else is as easily taken for two parts of a path. */
export const slashedItem = async (trial: Trial, at: Documented): Promise<Item> => {
  const items = await allItems(trial, at)
  // There is at least one.
  return items.find(({ typeToken }) => typeToken.includes("/")) ?? items[0]!
}

/** Tokens that are nearly those of the package. */
const strayTokens = (token: string): ReadonlyArray<string> => [
  "cf:unknown:Thing",
  token.slice(0, -1),
  `${token}x`,
  token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase(),
  token.split(":").slice(0, 2).join(":"),
  encodeURIComponent(token),
  `../docs/${token}`
]

/** What can't be any type token. */
const noTokens: ReadonlyArray<string> = ["\0", "a\0b:c:d", "\u{1f680}", " ", "..", "x".repeat(5000)]

const identityRules: ReadonlyArray<Rule> = [
  rule(
    "REG-068",
    eachItem(async (trial, at, { typeToken }) => {
      trial.status(await page(trial.admin, at, typeToken), [200], "A percent-encoded type token is found")
    })
  ),
  rule(
    "REG-069",
    eachItem(async (trial, at, { typeToken }) => {
      const answer = trial.status(await page(trial.admin, at, typeToken), [200], "The page can be read")
      trial.same(objectOf(answer)["typeToken"], typeToken, "The page is that of the token in its path", answer)
    })
  ),
  rule("REG-070", async (trial) => {
    const at = await documented(trial)
    const tokens = new Set((await allItems(trial, at)).map(({ typeToken }) => typeToken))
    for (const token of tokens)
      for (const stray of strayTokens(token).filter((one) => !tokens.has(one))) {
        trial.nextCase()
        trial.met()
        trial.status(await page(trial.admin, at, stray), [404], "A type token that the package lacks is not found")
      }
    for (const none of noTokens) {
      trial.nextCase()
      trial.refused(await page(trial.admin, at, none), "What is no type token is refused")
    }
  }),
  rule("REG-071", async (trial) => {
    const at = await documented(trial)
    const { typeToken } = await slashedItem(trial, at)
    trial.met()
    const path = pagePath(at.id, typeToken, NO_VERSION)
    trial.status(await trial.admin.get(path), [404], "A version that is not there has no pages")
  }),
  rule(
    "REG-077",
    eachItem(async (trial, at, { kind, typeToken }) => {
      const answer = trial.status(await page(trial.admin, at, typeToken), [200], "The page can be read")
      trial.same(objectOf(answer)["kind"], kind, "A page is of the kind under which the navigation lists it", answer)
    })
  ),
  rule("REG-078", async (trial) => {
    const at = await documented(trial)
    const { typeToken } = await slashedItem(trial, at)
    for (const version of [at.id.version, "latest"]) {
      const read = trial.needs(await packages.read(trial.admin, at.id, version), 200, "Reading the version")
      trial.met()
      const answer = trial.status(
        await trial.admin.get(pagePath(at.id, typeToken, version)),
        [200],
        `The page of ${version} can be read`
      )
      trial.same(objectOf(answer)["version"], objectOf(read)["version"], "A page names the resolved version", answer)
    }
  }),
  rule(
    "REG-079",
    eachItem(async (trial, at, { typeToken }) => {
      const answer = trial.status(await page(trial.admin, at, typeToken), [200], "The page can be read")
      const navUrl = String(objectOf(answer)["navUrl"])
      if (!/\/nav(?:\?|$)/.test(navUrl))
        throw trial.violated("navUrl names the navigation", "a path that ends with /nav", navUrl, answer)
      const followed = trial.status(await follow(trial, navUrl), [200], "navUrl leads somewhere")
      const { name, version } = objectOf(followed)
      trial.same(
        [name, version],
        [at.id.name, objectOf(answer)["version"]],
        "to the navigation of the same version",
        followed
      )
    })
  )
]

const parameterRules: ReadonlyArray<Rule> = [
  rule(
    "REG-072",
    eachItem(async (trial, at, { typeToken }) => {
      const go = trial.status(await page(trial.admin, at, typeToken, { lang: "go" }), [200], "lang=go is answered")
      const plain = trial.status(await page(trial.admin, at, typeToken), [200], "No lang is answered")
      trial.same(plain.text, go.text, "Without lang a page is that of go", plain)
    })
  ),
  rule("REG-073", async (trial) => {
    const at = await documented(trial)
    const { typeToken } = await slashedItem(trial, at)
    for (const lang of languages) {
      trial.nextCase()
      trial.met()
      trial.status(await page(trial.admin, at, typeToken, { lang }), [200], `lang=${lang} is listed`)
    }
  }),
  rule("REG-074", async (trial) => {
    const at = await documented(trial)
    const { typeToken } = await slashedItem(trial, at)
    for (const lang of noLanguages) {
      trial.nextCase()
      trial.met()
      trial.status(
        await page(trial.admin, at, typeToken, { lang }),
        [400],
        `lang=${JSON.stringify(lang)} is not listed`
      )
    }
  }),
  rule("REG-075", async (trial) => {
    const at = await documented(trial)
    const { typeToken } = await slashedItem(trial, at)
    trial.met()
    for (const os of systems) trial.status(await page(trial.admin, at, typeToken, { os }), [200], `os=${os} is listed`)
    for (const os of noSystems) {
      trial.nextCase()
      trial.status(await page(trial.admin, at, typeToken, { os }), [400], `os=${JSON.stringify(os)} is not listed`)
    }
  }),
  rule(
    "REG-076",
    eachItem(async (trial, at, { typeToken }) => {
      for (const lang of [undefined, ...languages]) {
        const answer = trial.status(await page(trial.admin, at, typeToken, { lang }), [200], "The page can be read")
        const { language } = objectOf(answer)
        if (!languages.some((one) => one === language))
          throw trial.violated("A page names its language", languages.join(", "), JSON.stringify(language), answer)
        if (trial.isOurs) trial.same(language, lang ?? "go", "It is the one that was asked for", answer)
      }
    })
  )
]

export const pageRules: ReadonlyArray<Rule> = [...identityRules, ...parameterRules]
