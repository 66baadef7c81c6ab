/** What the two comparison servers are told, as JSON on their standard input. */

/** Both do the same work and differ only in what stands between the socket and that work. */
export interface ServerOrder {
  readonly port: number
  /** Where the peers are installed. */
  readonly peers: string
  /** The database of the server under test, read only. */
  readonly database: string
  /** Where publishes are kept. */
  readonly folder: string
  /** SHA-256 of the one valid token, in base64url. */
  readonly tokenHash: string
  /** The origin that stands in the answers of the server under test. */
  readonly publicOrigin: string
  /** The answer to a read of the current user. */
  readonly user: string
}
