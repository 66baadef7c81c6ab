/** Reads the certificates of authorities from a PEM file. */
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { InvalidConfiguration } from "./InvalidConfiguration.ts"

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

const reasonOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : "it can't be read"

/** The file's text, when every certificate in it can be read and there is one; `called` is the variable in messages. */
export const readCertificates = Effect.fnUntraced(function* (path: string, variable: string, called: string) {
  const invalid = (problem: string) => new InvalidConfiguration({ variable, message: `${called}: ${path} ${problem}.` })
  const text = yield* Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => invalid(`can't be read (${reasonOf(cause)})`)
  })
  const found = text.match(certificate) ?? []
  if (found.length === 0) return yield* invalid("holds no PEM certificate")
  yield* Effect.try({
    try: () => found.map((pem) => new X509Certificate(pem)),
    catch: () => invalid("holds a certificate that can't be read")
  })
  return found.join("\n")
})
