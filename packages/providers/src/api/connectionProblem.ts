/** What went wrong where there was no answer, and what to do about it. Knows no service. */
import { Unavailable } from "../LookupError.ts"
import type { Service } from "./Service.ts"

/** Why there was no answer. */
export interface ConnectionProblem {
  readonly error: Unavailable
  /** Whether the same request may succeed a moment later. */
  readonly passing: boolean
}

const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED"
])

const silent = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "EHOSTUNREACH", "ENETUNREACH"])

const closed = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"])

interface Fault {
  readonly code: string
  readonly text: string
}

/** The innermost cause says what happened; of several addresses of one host, the first. */
const faultOf = (cause: unknown): Fault => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return faultOf(cause.errors[0])
  if (cause instanceof Error && cause.cause !== undefined) return faultOf(cause.cause)
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  return { code, text: cause instanceof Error ? cause.message : String(cause) }
}

const isCertificate = (code: string): boolean => code.startsWith("CERT_") || code.startsWith("ERR_TLS_CERT")

const speaksNoTls = ({ code }: Fault): boolean => code === "EPROTO" || code.startsWith("ERR_SSL_")

const sentence = (fault: Fault, { baseUrl, words }: Service): string => {
  const { host, protocol } = new URL(baseUrl)
  const plain = protocol === "http:"
  const { code } = fault
  if (untrusted.has(code))
    return `The certificate of ${host} is signed by nobody who is trusted here (${code}). ${words.certificate}`
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${host} is for another name. ${words.address} has to be the name that the certificate holds.`
  if (isCertificate(code)) return `The certificate of ${host} can't be used: ${fault.text}. ${words.certificate}`
  if (speaksNoTls(fault))
    return `${host} does not speak TLS as it should. If it serves plain HTTP, begin ${words.address} with http://.`
  if (code === "ECONNREFUSED")
    return `Nothing listens at ${host}. Check host and port in ${words.address}, and whether ${words.name} is running.`
  if (code === "ENOTFOUND")
    return `No host ${host} is known. Check the spelling in ${words.address}, and name resolution.`
  if (code === "EAI_AGAIN") return `The name ${host} can't be resolved now: name resolution does not answer.`
  if (silent.has(code)) return `${host} does not answer. Check ${words.address}, and firewalls and proxies on the way.`
  if (closed.has(code) || code.startsWith("HPE_"))
    return plain
      ? `${host} closed the connection without an answer. If it serves HTTPS, begin ${words.address} with https://.`
      : `${host} closed the connection without an answer.`
  if (fault.text === "bad port")
    return `${host} can't be asked: clients of HTTP refuse that port. Check ${words.address}.`
  return `No connection to ${host}: ${fault.text}.`
}

const passes = ({ code }: Fault): boolean =>
  code === "ECONNREFUSED" || code === "EAI_AGAIN" || closed.has(code) || silent.has(code)

/** Reads the cause of a failed request. */
export const connectionProblem = (cause: unknown, service: Service): ConnectionProblem => {
  const fault = faultOf(cause)
  return { error: new Unavailable({ message: sentence(fault, service) }), passing: passes(fault) }
}

/** There was a connection, and no whole answer in time. */
export const timedOut = ({ timeoutMillis, words }: Service): ConnectionProblem => ({
  error: new Unavailable({
    message:
      `${words.name} gave no answer within ${timeoutMillis / 1000} s.` +
      (words.timeout === undefined ? "" : ` ${words.timeout} sets how long an answer is waited for.`)
  }),
  passing: true
})
