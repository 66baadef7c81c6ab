/** A publish as npm does it: one document that holds the record and the archive. */
import { createHash } from "node:crypto"
import type { SamplePackage } from "../samples/samplePackage.ts"
import { exchange } from "./exchange.ts"
import type { PublishOrder } from "./publish.ts"

const documentOf = (origin: string, sample: SamplePackage): string => {
  const { description, keywords, name, version } = sample
  // Registries store the archive as it comes, so the same bytes do without being an archive.
  const archive = Buffer.from(sample.schema + sample.index + sample.installation)
  const file = `${name}-${version}.tgz`
  const dist = {
    tarball: `${origin}/${name}/-/${file}`,
    shasum: createHash("sha1").update(archive).digest("hex"),
    integrity: `sha512-${createHash("sha512").update(archive).digest("base64")}`
  }
  return JSON.stringify({
    _id: name,
    name,
    description,
    "dist-tags": { latest: version },
    versions: { [version]: { name, version, description, keywords, dist } },
    _attachments: {
      [file]: { content_type: "application/octet-stream", data: archive.toString("base64"), length: archive.length }
    }
  })
}

/** Done when the registry has acknowledged the package. */
export const publishToNpm = async (
  { origin, token }: Pick<PublishOrder, "origin" | "token">,
  sample: SamplePackage
): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  await exchange({ method: "PUT", url: `${origin}/${sample.name}`, headers, body: documentOf(origin, sample) }, 201)
}
