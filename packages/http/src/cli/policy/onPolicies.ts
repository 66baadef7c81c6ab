/** Runs what an administration command does with policy packs on the database and the blobs that the settings name. */
import { Features, Organizations } from "@platform-control/admin/server"
import { ActingAs } from "@platform-control/core/Audit"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import {
  type Imports,
  type PackAccessSettings,
  PolicyAdministrationLayer,
  type PolicyGroups
} from "@platform-control/policy/server"
import { Effect, Layer } from "effect"
import { blobStorage } from "../../BlobStorage.ts"
import { migrations } from "../../Migrations.ts"
import { policySettings } from "../../policySettings.ts"
import * as Ports from "../../Ports.ts"
import * as SecretKey from "../../SecretKey.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
import { existingDatabase } from "../admin/existingDatabase.ts"
import { nameOnThisMachine } from "../admin/nameOnThisMachine.ts"
import type { OnDatabase } from "../admin/onDatabase.ts"
import { isAnswer } from "../explain.ts"
import { Refusal, refused } from "../Refusal.ts"
import { sayCannotStart } from "../server/sayCannotStart.ts"
import { settingsWith } from "../server/settings.ts"

/** Nobody sends anything to the places of a command. */
const nowhere = PublicUrl.layer("http://localhost")

const blobs = (settings: ServerConfig) =>
  blobStorage(settings).store.pipe(
    Layer.provide([nowhere, SecretKey.layer(settings)]),
    Layer.catch((error) => Layer.effectContext(Effect.fail(sayCannotStart(error))))
  )

const services = (settings: ServerConfig) =>
  PolicyAdministrationLayer.pipe(
    Layer.provide([Ports.layer, policySettings(settings), blobs(settings)]),
    Layer.provide([Organizations.layer, Features.layer]),
    Layer.provide(existingDatabase(settings, migrations))
  )

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : refused(isAnswer(error) ? error.message : String(error))

/** A handler with the services at hand, whose writes are the command's and whose refusals are said in their own words. */
export const onPolicies =
  <Input extends OnDatabase, A, E, R>(
    body: (input: Input) => Effect.Effect<A, E, Imports | PackAccessSettings | PolicyGroups | R>
  ) =>
  (input: Input) =>
    Effect.flatMap(settingsWith(input), (settings) =>
      body(input).pipe(
        Effect.provideService(ActingAs, { kind: "command", name: nameOnThisMachine() }),
        Effect.provide(services(settings))
      )
    ).pipe(Effect.mapError(toRefusal))
