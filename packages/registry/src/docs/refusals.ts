/** Why documentation is refused. */
import { NotFound } from "@platform-control/core/Errors"

const notFound = (what: string, resource: string): NotFound =>
  new NotFound({ message: `${what} not found`, errors: [{ resource, errorType: "not_found" }] })

/** Also for functions that have no documentation, and for versions published without any. */
export const typeNotFound = (typeToken: string): NotFound => notFound(`Type ${typeToken}`, "typeToken")

export const readmeNotFound = (): NotFound => notFound("README", "readme")

/** The package was published without an installation text. */
export const installationNotFound = (): NotFound => notFound("Installation", "installation")
