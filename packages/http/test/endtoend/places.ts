/** Where a server under test keeps its data: every database and blob store that this machine has. Knows no server. */
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Effect, Exit, Scope } from "effect"
import { randomBytes } from "node:crypto"

/** An empty place, until it is released. */
export interface ServerPlace {
  readonly folder: string
  readonly databaseUrl: string
  /** Settings of the server, names without their prefix. */
  readonly settings: Readonly<Record<string, string>>
  readonly release: () => Promise<void>
}

/** A kind of place; `skip` says that this machine lacks something for it. */
export interface PlaceKind {
  readonly name: string
  readonly skip: boolean
  readonly blobs: "files" | "S3"
  readonly make: () => Promise<ServerPlace>
}

const s3 = (name: string): string => process.env[`PLATFORM_CONTROL_TEST_S3_${name}`] ?? ""

const hasS3 = s3("ENDPOINT") !== ""

/** Every place has a prefix of its own in the bucket, which is thrown away with the store. */
const s3Settings = () => ({
  BLOBS: `s3://${s3("BUCKET")}/${randomBytes(6).toString("hex")}?region=${s3("REGION")}&endpoint=${encodeURIComponent(s3("ENDPOINT"))}`,
  S3_ACCESS_KEY_ID: s3("ACCESS_KEY"),
  S3_SECRET_ACCESS_KEY: s3("SECRET_KEY")
})

const kind = (engine: (typeof testEngines)[number], blobs: PlaceKind["blobs"]): PlaceKind => ({
  name: `${engine.name} and ${blobs}`,
  skip: engine.skip || (blobs === "S3" && !hasS3),
  blobs,
  make: async () => {
    const scope = Scope.makeUnsafe()
    const acquired = Effect.all([temporaryFolder, engine.emptyDatabase])
    const [folder, databaseUrl] = await Effect.runPromise(Scope.provide(acquired, scope))
    return {
      folder,
      databaseUrl,
      settings: {
        DATA: folder,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: randomBytes(32).toString("base64"),
        ...(blobs === "S3" ? s3Settings() : {})
      },
      release: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
})

/** Each engine with files, and one with S3: what a blob store does is the same under both. */
export const placeKinds: ReadonlyArray<PlaceKind> = [
  ...testEngines.map((engine) => kind(engine, "files")),
  ...testEngines.slice(0, 1).map((engine) => kind(engine, "S3"))
]

/** The place that needs nothing but this repository. */
export const simplePlace = (): PlaceKind => {
  const [first] = placeKinds
  if (first === undefined) throw new Error("There is no place to run a server in")
  return first
}
