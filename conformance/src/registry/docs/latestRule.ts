/** `latest` is one version in every operation (Spec A, Versioning; REG-059). */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { objectOf } from "../../wire/Exchange.ts"
import * as packages from "../packages.ts"
import { pagePath, partPath } from "./documented.ts"

/** A small package with one page. */
const publish = async (trial: Trial, id: packages.VersionId): Promise<void> => {
  const begun = trial.needs(
    await packages.start(trial.admin, id, { version: id.version }),
    202,
    "The start of a publish"
  )
  const started = packages.startedOf(begun)
  const schema = { name: id.name, resources: { [`${id.name}:index:Thing`]: { description: "A thing." } } }
  await packages.uploadText(trial, started, "schema", JSON.stringify(schema))
  await packages.upload(trial, id, started, ["index", "installationConfiguration"])
  trial.needs(await packages.complete(trial.admin, id, started.operationID), 201, "The completion of a publish")
}

/** In each of them `latest` stands for the version that is in its body. */
const pathsOf = (id: packages.PackageId & { readonly version: string }): ReadonlyArray<string> => [
  packages.versionPath(id, "latest"),
  pagePath(id, `${id.name}:index:Thing`, "latest"),
  ...["examples", "installation", "nav", "readme"].map((part) => partPath(id, part, "latest"))
]

export const latestRule: Rule = rule("REG-059", async (trial) => {
  const id = packages.newPackage(trial)
  for (const version of ["1.0.0", "2.0.0", "1.0.1"]) {
    await publish(trial, { ...id, version })
    for (const path of pathsOf({ ...id, version })) {
      trial.met()
      const answer = trial.status(await trial.admin.get(path), [200], "latest is there in every operation")
      trial.same(objectOf(answer)["version"], version, "latest is the same version everywhere", answer)
    }
  }
  trial.needs(await packages.remove(trial.admin, id, "1.0.1"), 204, "The deletion of the latest version")
  for (const path of pathsOf({ ...id, version: "2.0.0" })) {
    const answer = trial.status(await trial.admin.get(path), [200], "latest is there after a deletion")
    trial.same(objectOf(answer)["version"], "2.0.0", "latest follows a deletion everywhere", answer)
  }
})
