/** The target can't be talked to: says why, and what to do about it. */

const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there. Start the server, or correct `url`.",
  ENOTFOUND: "The host name is unknown. Correct `url`.",
  EAI_AGAIN: "The host name can't be looked up now. Check the network's name server.",
  ECONNRESET: "The server closes the connection without an answer. Does it expect https, or the other way round?",
  EPROTO: "The other side does not speak TLS. Use http in `url`, or put TLS in front of the server.",
  ETIMEDOUT: "The server does not answer in time. Look whether it hangs, or raise `timeoutSeconds`.",
  ENDLESS: "The answer is larger than any of this API. Correct `url`, or look at what the server sends.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed. Give its authority by NODE_EXTRA_CA_CERTS.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's authority is unknown. Give it by NODE_EXTRA_CA_CERTS.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's authority is unknown. Give it by NODE_EXTRA_CA_CERTS.",
  CERT_HAS_EXPIRED: "The certificate has expired. Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host. Correct `url`, or the certificate."
}

const plain = (code: string): string =>
  code.startsWith("HPE_") || code.startsWith("ERR_SSL")
    ? "What answers does not speak this protocol. Does `url` say http where it should say https, or the other way round?"
    : "Check `url` and the network between."

/** `message` is two sentences: what happened, what to do. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
  readonly code: string

  constructor(url: string, code: string, detail: string) {
    super(`${url} can't be reached (${detail || code}). ${advice[code] ?? plain(code)}`)
    this.code = code
  }
}
