/** Why documentation is refused. */
import { NotFound } from "@platform-control/core/Errors"

const notFound = (message: string, resource: string): NotFound =>
  new NotFound({ message, errors: [{ resource, errorType: "not_found" }] })

/** Characters of a token that a refusal repeats. */
const MAX_SHOWN = 200

/** Also for functions that have no documentation, for versions published without any, and for texts that are no tokens. */
export const typeNotFound = (typeToken: string): NotFound => {
  if (typeToken.trim() === "") return notFound("The path names no type token", "typeToken")
  const shown = typeToken.length > MAX_SHOWN ? `${typeToken.slice(0, MAX_SHOWN)}…` : typeToken
  return notFound(`Type ${shown.toWellFormed()} not found`, "typeToken")
}

export const readmeNotFound = (): NotFound => notFound("README not found", "readme")

/** The package was published without an installation text. */
export const installationNotFound = (): NotFound => notFound("Installation not found", "installation")
