/** Opens a client for one S3 bucket, and tells what its faults mean. Knows no blob. */
import { HeadBucketCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3"
import { Effect, Redacted, type Scope } from "effect"
import { BlobStorageUnavailable } from "./BlobStorageUnavailable.ts"

const CONNECTION_TIMEOUT_MILLISECONDS = 5_000
const IDLE_TIMEOUT_MILLISECONDS = 30_000

/** Which bucket, and how to reach it. */
export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** The service's address where it is not Amazon's. */
  readonly endpoint?: string | undefined
  /** Whether the bucket is named in the path and not in the host name, as services of one host name need it. */
  readonly forcePathStyle?: boolean | undefined
  /** Stands before every key as it is, so it usually ends with `/`. */
  readonly prefix?: string | undefined
  /** Where absent, the SDK looks where Amazon's tools do: environment, files, the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | undefined
}

const statusOf = (cause: unknown): number | undefined =>
  cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined

/** Whether a request failed because the object is not there (and not because the bucket is gone). */
export const isNoSuchObject = (cause: unknown): boolean =>
  statusOf(cause) === 404 && cause instanceof S3ServiceException && cause.name !== "NoSuchBucket"

/** Plain clients send no checksums, so the addresses that they are given must not have been signed for any. */
const makeClient = (options: S3Options): S3Client =>
  new S3Client({
    region: options.region,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MILLISECONDS,
      socketTimeout: IDLE_TIMEOUT_MILLISECONDS
    },
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(options.forcePathStyle === undefined ? {} : { forcePathStyle: options.forcePathStyle }),
    ...(options.credentials === undefined
      ? {}
      : {
          credentials: {
            accessKeyId: options.credentials.accessKeyId,
            secretAccessKey: Redacted.value(options.credentials.secretAccessKey)
          }
        })
  })

const advice = new Map([
  [301, "is in another region; set the bucket's own"],
  [400, "refused the request; check the region and that the credentials are whole"],
  [403, "refused the credentials; they need to list the bucket, and to read, write and delete its objects"],
  [404, "does not exist; create it, or set another"]
])

const adviceFor = (cause: unknown): string =>
  advice.get(statusOf(cause) ?? 0) ??
  `can't be reached (${String(cause)}); check the endpoint, and that the credentials are set`

/** A client that has seen the bucket; it is closed with the scope. */
export const openBucket = (options: S3Options): Effect.Effect<S3Client, BlobStorageUnavailable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => makeClient(options)),
    (client) => Effect.sync(() => client.destroy())
  ).pipe(
    Effect.tap((client) =>
      Effect.tryPromise({
        try: (abortSignal) => client.send(new HeadBucketCommand({ Bucket: options.bucket }), { abortSignal }),
        catch: (cause) =>
          new BlobStorageUnavailable({
            message: `The bucket ${options.bucket} at ${options.endpoint ?? "Amazon S3"} (region ${options.region}) ${adviceFor(cause)}`,
            cause
          })
      })
    )
  )
