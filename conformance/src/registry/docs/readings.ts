/** One request for each of the five operations of the documentation. Knows no rule. */
import type { Caller, Sending } from "../../engine/Caller.ts"
import type { Trial } from "../../engine/Trial.ts"
import type { Exchange } from "../../wire/Exchange.ts"
import { documented, pagePath, partPath } from "./documented.ts"
import { slashedItem } from "./pageRules.ts"

/** One of the five, for a version or for `latest`. */
export interface Reading {
  readonly name: string
  readonly path: string
}

/** The five; a package that lies ready may be without installation text. */
export const readingsOf = async (trial: Trial, version?: string): Promise<ReadonlyArray<Reading>> => {
  const at = await documented(trial)
  const { typeToken } = await slashedItem(trial, at)
  const lacksInstallation =
    at.known === undefined && (await trial.admin.get(partPath(at.id, "installation"))).status === 404
  return [
    { name: "docs", path: pagePath(at.id, typeToken, version) },
    ...["examples", "installation", "nav", "readme"]
      .filter((name) => !(name === "installation" && lacksInstallation))
      .map((name) => ({ name, path: partPath(at.id, name, version) }))
  ]
}

/** Accept headers as they are sent, a line each; none sends no such header. */
export const reading = (
  caller: Caller,
  { path }: Reading,
  accept: ReadonlyArray<string>,
  more: Sending = {}
): Promise<Exchange> => caller.send("GET", path, { ...more, headers: { accept, ...more.headers } })
