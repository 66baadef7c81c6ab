/**
 * Every setting of the server, once: its variable, default and meaning. The configuration that the server reads and the
 * page `docs/settings.md` are both made from this table.
 */
import { Config } from "effect"
import * as kinds from "./settings/kinds.ts"
import * as places from "./settings/places.ts"
import { optional, type Setting, setting } from "./settings/Setting.ts"

const MEBIBYTE = 1024 * 1024

/** The table of settings, in the order in which the page shows them. */
export const settings = {
  host: setting(kinds.text("an address or host name"), {
    variable: "HOST",
    otherwise: "127.0.0.1",
    meaning: "Address to listen on. `0.0.0.0` listens on every network of the machine."
  }),
  port: setting(kinds.integer(0, 65_535, "a port"), {
    variable: "PORT",
    otherwise: "8080",
    meaning: "Port to listen on. `0` takes a free one."
  }),
  publicUrl: optional(kinds.webAddress, {
    variable: "PUBLIC_URL",
    otherwise: "`http://<host>:<port>`",
    meaning: "Address under which clients reach the server; every absolute URL in an answer begins with it."
  }),
  trustedProxies: optional(kinds.list("addresses or networks such as `10.0.0.0/8`", kinds.network), {
    variable: "TRUSTED_PROXIES",
    otherwise: "nobody",
    meaning: "Proxies whose `X-Forwarded-For` is believed when the rate limit looks for the caller's address."
  }),
  data: setting(kinds.text("a folder"), {
    variable: "DATA",
    otherwise: "./platform-control-data",
    meaning:
      "Folder of the database, the blobs and the secret key, where the settings below do not name other places. What the server makes is for its own user only; what is there keeps its rights."
  }),
  databaseUrl: optional(places.databaseUrl, {
    variable: "DATABASE_URL",
    otherwise: "`sqlite:<data>/control-plane.sqlite`",
    meaning: "The database."
  }),
  databaseMaxConnections: setting(kinds.integer(1, 1000), {
    variable: "DATABASE_MAX_CONNECTIONS",
    otherwise: "10",
    meaning: "Connections that one process keeps to PostgreSQL at most; without meaning for SQLite."
  }),
  secretKey: optional(places.serverKey, {
    variable: "SECRET_KEY",
    otherwise: "on SQLite made at first start in `<data>/secret.key`; required on PostgreSQL",
    meaning:
      "Signs continuation tokens and upload addresses. All processes on one database share it; a new key makes those that are out invalid."
  }),
  blobs: optional(places.blobPlace, {
    variable: "BLOBS",
    otherwise: "`file:<data>/blobs`",
    meaning: "Where uploaded artifacts are kept. Without an `endpoint` S3 means the cloud's own."
  }),
  s3AccessKeyId: optional(kinds.text("an access key id"), {
    variable: "S3_ACCESS_KEY_ID",
    otherwise: "the S3 library's own search (environment, files, instance)",
    meaning: "Access key of the S3 store."
  }),
  s3SecretAccessKey: optional(kinds.secret(kinds.text("a secret access key")), {
    variable: "S3_SECRET_ACCESS_KEY",
    otherwise: "the S3 library's own search (environment, files, instance)",
    meaning: "Secret of that access key."
  }),
  anonymousReads: setting(kinds.flag, {
    variable: "ANONYMOUS_READS",
    otherwise: "false",
    meaning: "Whether callers without a token may read public packages. The package list is open in any case."
  }),
  corsOrigins: optional(kinds.list("origins such as `https://app.example`, or `*`", kinds.origin), {
    variable: "CORS_ORIGINS",
    otherwise: "none",
    meaning: "Origins whose pages may call the server from a browser."
  }),
  apply: optional(kinds.text("a file"), {
    variable: "APPLY",
    otherwise: "none",
    meaning: "File that every start applies, as `platform-control apply` does: organizations, users and trust."
  }),
  issuerHttp: setting(kinds.flag, {
    variable: "ISSUER_HTTP",
    otherwise: "false",
    meaning: "Whether the keys of trusted issuers may be fetched without TLS. For tests on one machine."
  }),
  issuerNetworks: optional(kinds.list("addresses or networks such as `10.0.0.0/8`", kinds.network), {
    variable: "ISSUER_NETWORKS",
    otherwise: "none",
    meaning: "Networks that are not public and in which the keys of trusted issuers may be fetched all the same."
  }),
  issuerTimeoutMillis: setting(kinds.duration(1), {
    variable: "ISSUER_TIMEOUT",
    otherwise: "5 seconds",
    meaning: "How long one look-up of a trusted issuer's keys may take."
  }),
  maxBodyBytes: setting(kinds.size(1024 * MEBIBYTE), {
    variable: "MAX_BODY",
    otherwise: "1 MiB",
    meaning:
      "Largest request body, also after inflating a compressed one (413). Uploads of artifacts have their own bound."
  }),
  maxHeaderBytes: setting(kinds.size(MEBIBYTE), {
    variable: "MAX_HEADERS",
    otherwise: "16 KiB",
    meaning: "Largest request line and headers together (431)."
  }),
  requestTimeoutMillis: setting(kinds.duration(1), {
    variable: "REQUEST_TIMEOUT",
    otherwise: "5 minutes",
    meaning: "How long a client may take to send one whole request (408)."
  }),
  keepAliveTimeoutMillis: setting(kinds.duration(1), {
    variable: "KEEP_ALIVE_TIMEOUT",
    otherwise: "75 seconds",
    meaning:
      "How long an idle connection is kept; longer than a proxy in front keeps it, or callers see broken connections."
  }),
  shutdownTimeoutMillis: setting(kinds.duration(1), {
    variable: "SHUTDOWN_TIMEOUT",
    otherwise: "20 seconds",
    meaning: "How long requests that are under way may take after the server was told to stop."
  }),
  uploadMaxSchemaBytes: setting(kinds.size(10 * 1024 * MEBIBYTE), {
    variable: "UPLOAD_MAX_SCHEMA",
    otherwise: "100 MiB",
    meaning: "Largest package schema."
  }),
  uploadMaxDocumentBytes: setting(kinds.size(1024 * MEBIBYTE), {
    variable: "UPLOAD_MAX_DOCUMENT",
    otherwise: "4 MiB",
    meaning: "Largest index or installation document of a package."
  }),
  uploadMaxPolicyPackBytes: setting(kinds.size(1024 * MEBIBYTE), {
    variable: "UPLOAD_MAX_POLICY_PACK",
    otherwise: "64 MiB",
    meaning: "Largest archive of a policy pack. Inflated it may be four times as large."
  }),
  uploadExpiryMillis: setting(kinds.duration(7), {
    variable: "UPLOAD_EXPIRY",
    otherwise: "15 minutes",
    meaning: "How long an upload address can be used."
  }),
  publishExpiryMillis: setting(kinds.duration(30), {
    variable: "PUBLISH_EXPIRY",
    otherwise: "24 hours",
    meaning: "How long a begun publish can be completed; at least as long as its upload addresses can be used."
  }),
  rateLimit: setting(kinds.flag, {
    variable: "RATE_LIMIT",
    otherwise: "true",
    meaning: "Whether callers that send too many requests are refused (429)."
  }),
  rateLimitPerToken: setting(kinds.integer(1, 1_000_000), {
    variable: "RATE_LIMIT_PER_TOKEN",
    otherwise: "10000",
    meaning: "Requests a second that one token may send in the long run."
  }),
  rateLimitPerAddress: setting(kinds.integer(1, 1_000_000), {
    variable: "RATE_LIMIT_PER_ADDRESS",
    otherwise: "20000",
    meaning: "Requests a second that one address (of IPv6: one /64 network) may send in the long run, with any tokens."
  }),
  rateLimitBurstSeconds: setting(kinds.integer(1, 3600), {
    variable: "RATE_LIMIT_BURST",
    otherwise: "10",
    meaning: "Seconds' worth of requests that a caller who was quiet may send at once."
  }),
  rateLimitRefusedPerMinute: setting(kinds.integer(1, 1_000_000), {
    variable: "RATE_LIMIT_REFUSED",
    otherwise: "600",
    meaning:
      "Credentials that are refused a minute before an address has to wait, whatever it may send otherwise. Callers behind it whose token was used lately don't wait."
  }),
  compression: setting(kinds.flag, {
    variable: "COMPRESSION",
    otherwise: "true",
    meaning: "Whether answers are compressed with gzip for clients that ask for it."
  }),
  compressionThresholdBytes: setting(kinds.size(MEBIBYTE), {
    variable: "COMPRESSION_THRESHOLD",
    otherwise: "1 KiB",
    meaning: "Smaller answers are sent as they are."
  }),
  logLevel: setting(kinds.oneOf("Trace", "Debug", "Info", "Warn", "Error", "None"), {
    variable: "LOG_LEVEL",
    otherwise: "Info",
    meaning: "Least severe messages to log. Faults are logged at `Error`, refused requests at `Debug`."
  }),
  logFormat: optional(kinds.oneOf("json", "pretty"), {
    variable: "LOG_FORMAT",
    otherwise: "`pretty` on a terminal, else `json`",
    meaning: "Form of the log lines."
  }),
  accessLog: setting(kinds.flag, {
    variable: "ACCESS_LOG",
    otherwise: "false",
    meaning: "Whether every request is logged, at `Info`. It costs about as much as answering a small request."
  }),
  metrics: setting(kinds.flag, {
    variable: "METRICS",
    otherwise: "true",
    meaning: "Whether `/metrics` answers, in the text format of Prometheus."
  }),
  otlpEndpoint: optional(kinds.webAddress, {
    variable: "OTLP_ENDPOINT",
    otherwise: "no traces are sent",
    meaning: "Collector that takes traces by OTLP over HTTP, for example `http://localhost:4318`."
  }),
  otlpSamplingRatio: setting(kinds.ratio, {
    variable: "OTLP_SAMPLING_RATIO",
    otherwise: "0.05",
    meaning: "Share of the requests that are traced. Callers that send a trace context decide for themselves."
  }),
  docsPage: setting(kinds.flag, {
    variable: "DOCS_PAGE",
    otherwise: "true",
    meaning: "Whether `/docs` shows the reference of the API."
  })
} as const

type Values<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer A> ? A : never
}

/** The settings as they were read. Times are milliseconds, sizes are bytes. */
export interface ServerConfig extends Values<typeof settings> {}

const configs = Object.fromEntries(Object.entries(settings).map(([name, { config }]) => [name, config]))

/**
 * Reads the settings, from the environment unless another `ConfigProvider` is given; the first one that can't be read
 * fails it, with its variable and what was expected.
 */
// The names and types of `configs` are those of the table; `Object.fromEntries` can't say so.
export const config = Config.all(configs) as Config.Config<ServerConfig>
