/** Every service of this area over one database; the authorization doors (`AuthorizationLayer`) stand on their own. */
import { Layer } from "effect"
import { AuditLayer, AuditLog } from "./audit/AuditLog.ts"
import { Features } from "./organizations/Features.ts"
import { Issuers } from "./organizations/Issuers.ts"
import { Members } from "./organizations/Members.ts"
import { Organizations } from "./organizations/Organizations.ts"
import { PlatformFiles } from "./organizations/PlatformFiles.ts"
import { Teams } from "./organizations/Teams.ts"
import { Users } from "./organizations/Users.ts"
import { ServiceTokens } from "./services/ServiceTokens.ts"
import { Authentication } from "./tokens/Authentication.ts"
import { ExpiredTokensLayer } from "./tokens/ExpiredTokens.ts"
import { Tokens } from "./tokens/Tokens.ts"

/** Parts of this layer that are built on their own in the same build are the same services. */
export const AdminLayer = Layer.mergeAll(
  Organizations.layer,
  Users.layer,
  Members.layer,
  Teams.layer,
  Issuers.layer,
  Features.layer,
  PlatformFiles.layer,
  Tokens.layer,
  ServiceTokens.layer,
  Authentication.layer,
  ExpiredTokensLayer,
  AuditLog.layer
).pipe(Layer.provide(AuditLayer))
