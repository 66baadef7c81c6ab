/** Publishes artifacts to a target as any client would, so that they lie ready there. */
import type { Configuration } from "../../src/config/Configuration.ts"
import type { Artifact, VersionId } from "../../src/registry/packages.ts"
import { versionsPath } from "../../src/registry/packages.ts"

/** Texts by artifact; an installation text may be absent. */
export type Texts = Readonly<Partial<Record<Artifact, string>>>

/** The version is there when it is done. */
export const publishTo = async (configuration: Configuration, id: VersionId, texts: Texts): Promise<void> => {
  const headers = { authorization: `Bearer ${configuration.identities.admin}`, "content-type": "application/json" }
  const post = async (path: string, body: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await fetch(`${configuration.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { operationID, uploadURLs } = await post(versionsPath(id), { version: id.version })
  for (const [artifact, text] of Object.entries(texts)) await fetch(uploadURLs[artifact], { method: "PUT", body: text })
  await post(`${versionsPath(id)}/${id.version}/complete`, { operationID })
}
