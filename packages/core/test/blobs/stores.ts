/** The stores that the promises of `BlobStore` are tested on, those of this server behind a real one with a small body bound. */
import { NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Effect, Layer, Redacted } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer } from "effect/http"
import type { BlobSink } from "@platform-control/core/blobs/BlobSink"
import * as FileBlobStore from "@platform-control/core/blobs/FileBlobStore"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import * as S3BlobStore from "@platform-control/core/blobs/S3BlobStore"
import { signedPlaceRoutes } from "@platform-control/core/blobs/signedPlaceRoutes"
import type { BlobStore } from "@platform-control/core/BlobStore"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import type { ServerKey } from "@platform-control/core/ServerKey"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { createServer } from "node:http"

export interface TestStore {
  readonly name: string
  /** Why it can't be tested here. */
  readonly skip: string | undefined
  readonly layer: Layer.Layer<BlobStore>
  /** Whether uploads come through this server, which then enforces the bound. */
  readonly servedHere: boolean
  /** Names in the query of a signed place. */
  readonly query: { readonly signature: string; readonly expiry: string }
}

export const GLOBAL_BODY_BOUND = 1024 * 1024

const publicUrl = Layer.effect(
  PublicUrl,
  Effect.map(HttpServer.HttpServer, (server) => ({ origin: HttpServer.formatAddress(server.address) }))
)

const server = NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0, gracefulShutdownTimeout: "100 millis" })

/** A store behind a server that bounds all other bodies to 1 MiB. */
export const served = (
  store: Layer.Layer<BlobSink | BlobStore, unknown, PublicUrl | ServerKey>
): Layer.Layer<BlobStore> =>
  HttpRouter.serve(signedPlaceRoutes, {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 2048 }
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(GLOBAL_BODY_BOUND))),
    Layer.provideMerge(store),
    Layer.provide(publicUrl),
    Layer.provide(layerTestKey),
    Layer.provide(server),
    Layer.orDie
  )

const environment = (name: string) => process.env[`PLATFORM_CONTROL_TEST_S3_${name}`] ?? ""

const s3Options = {
  endpoint: environment("ENDPOINT"),
  region: environment("REGION") || "us-east-1",
  bucket: environment("BUCKET"),
  forcePathStyle: true,
  prefix: "core-tests/",
  credentials: { accessKeyId: environment("ACCESS_KEY"), secretAccessKey: Redacted.make(environment("SECRET_KEY")) }
}

export const s3 = {
  options: s3Options,
  skip: s3Options.endpoint === "" ? "PLATFORM_CONTROL_TEST_S3_ENDPOINT is not set" : undefined
}

const here = { skip: undefined, servedHere: true, query: { signature: "signature", expiry: "expires" } }

export const testStores: ReadonlyArray<TestStore> = [
  { name: "memory", layer: served(MemoryBlobStore.layer), ...here },
  { name: "files", layer: served(Layer.unwrap(Effect.map(temporaryFolder, FileBlobStore.layer))), ...here },
  {
    name: "S3",
    layer: Layer.orDie(S3BlobStore.layer(s3Options)),
    skip: s3.skip,
    servedHere: false,
    query: { signature: "X-Amz-Signature", expiry: "X-Amz-Expires" }
  }
]
