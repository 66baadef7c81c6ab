/** Where the navigation of a package leads, and of which package it is (Spec A, Navigation response). */
import { rule, type Rule } from "../../engine/Rule.ts"
import { objectOf } from "../../wire/Exchange.ts"
import * as packages from "../packages.ts"
import { documented, follow, fullNavigation, itemsOf, modulesOf, nav, partPath } from "./documented.ts"
import { NO_VERSION, noLanguages } from "./pageRules.ts"

const textIn = (value: unknown): string => (typeof value === "string" ? value : "")

export const navigationLinkRules: ReadonlyArray<Rule> = [
  rule("REG-128", async (trial) => {
    const at = await documented(trial)
    const answer = await fullNavigation(trial, at)
    const template = String(objectOf(answer)["docsUrlTemplate"])
    if (!template.includes("{typeToken}"))
      throw trial.violated("docsUrlTemplate has a place for the token", "{typeToken}", template, answer)
    for (const { typeToken } of modulesOf(answer).flatMap(itemsOf)) {
      trial.nextCase()
      trial.met()
      const shown = await follow(trial, template.replace("{typeToken}", encodeURIComponent(typeToken)))
      trial.status(shown, [200], `docsUrlTemplate leads to the page of ${typeToken}`)
      trial.same(objectOf(shown)["typeToken"], typeToken, "It is that page", shown)
    }
  }),
  rule("REG-129", async (trial) => {
    const at = await documented(trial)
    const answer = trial.status(await nav(trial.admin, at), [200], "The navigation can be read")
    const { packageVersionUrl, readmeUrl, version } = objectOf(answer)
    for (const address of [packageVersionUrl, readmeUrl]) {
      trial.met()
      const followed = trial.status(await follow(trial, String(address)), [200], `${String(address)} leads somewhere`)
      trial.same(objectOf(followed)["version"], version, "and to the same version", followed)
    }
    trial.same(
      objectOf(await follow(trial, String(packageVersionUrl)))["name"],
      at.id.name,
      "packageVersionUrl is of the package"
    )
  }),
  rule("REG-130", async (trial) => {
    const without = await packages.publishNew(trial)
    for (const at of [await documented(trial), { id: without, known: undefined }]) {
      trial.nextCase()
      trial.met()
      const answer = trial.status(await nav(trial.admin, at), [200], "The navigation can be read")
      const { installationUrl } = objectOf(answer)
      const { status } = await trial.admin.get(partPath(at.id, "installation"))
      if ((installationUrl === undefined) === (status === 200))
        throw trial.violated(
          "installationUrl is there just where there is an installation text",
          status === 200 ? "installationUrl" : "no installationUrl",
          `${JSON.stringify(installationUrl) ?? "none"}, and the text is answered ${status}`,
          answer
        )
      if (installationUrl !== undefined)
        trial.status(await follow(trial, textIn(installationUrl)), [200], "installationUrl leads to the text")
    }
  }),
  rule("REG-131", async (trial) => {
    const { id } = await documented(trial)
    for (const version of [id.version, "latest"]) {
      const resolved = objectOf(trial.needs(await packages.read(trial.admin, id, version), 200, "Reading the version"))[
        "version"
      ]
      trial.met()
      const answer = trial.status(
        await trial.admin.get(partPath(id, "nav", version)),
        [200],
        "The navigation can be read"
      )
      const { name, publisher, source, version: named } = objectOf(answer)
      trial.same([source, publisher, name], [id.source, id.publisher, id.name], "It is the package of the path", answer)
      trial.same(named, resolved, "It names the resolved version", answer)
    }
  }),
  rule("REG-132", async (trial) => {
    const at = await documented(trial)
    trial.met()
    const absent = await trial.admin.get(partPath(at.id, "nav", NO_VERSION))
    trial.status(absent, [404], "A version that is not there has no navigation")
    for (const lang of noLanguages) {
      trial.nextCase()
      trial.status(await nav(trial.admin, at, { lang }), [400], `lang=${JSON.stringify(lang)} is refused`)
    }
  })
]
