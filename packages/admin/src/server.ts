/** The server side of this area: its tables, its services, and the bodies of the authorization doors. */
import { Layer } from "effect"
import { ExchangeHandlers } from "./exchange/ExchangeHandlers.ts"
import { ServiceItemsHandlers } from "./services/ServiceItemsHandlers.ts"
import { ServicesHandlers } from "./services/ServicesHandlers.ts"
import { TokenHandlers } from "./tokens/TokenHandlers.ts"
import { UserHandlers } from "./user/UserHandlers.ts"

export { AdminLayer } from "./AdminLayer.ts"
export { adminMigrations } from "./AdminMigrations.ts"
export {
  type AuditEntry,
  type AuditFilter,
  AuditLayer,
  AuditLog,
  type AuditPage,
  type AuditPosition
} from "./audit/AuditLog.ts"
export { bootstrap, type FirstNames, type FirstStart } from "./bootstrap.ts"
export { Exchange } from "./exchange/Exchange.ts"
export { ExchangeSettings } from "./exchange/ExchangeSettings.ts"
export { type Feature, Features, features, type FeatureSwitches } from "./organizations/Features.ts"
export { type IssuerRecord, Issuers } from "./organizations/Issuers.ts"
export { type MemberRecord, Members, type OrganizationOfUser } from "./organizations/Members.ts"
export { type Holding, OrganizationHoldings } from "./organizations/OrganizationHoldings.ts"
export { OrganizationRemoval } from "./organizations/OrganizationRemoval.ts"
export {
  type NewOrganization,
  type OrganizationProfile,
  type OrganizationRecord,
  Organizations
} from "./organizations/Organizations.ts"
export { type PlatformChange, PlatformFileRefused } from "./organizations/PlatformChanges.ts"
export { platformFileJsonSchema } from "./organizations/PlatformFile.ts"
export { PlatformFiles } from "./organizations/PlatformFiles.ts"
export { problemsText, type SchemaProblem } from "./organizations/schemaProblems.ts"
export { type TeamMemberRecord, type TeamRecord, Teams } from "./organizations/Teams.ts"
export { IssuerDefinition, type TrustRule } from "./organizations/TrustRule.ts"
export { type NewUser, type UserFlags, type UserProfile, type UserRecord, Users } from "./organizations/Users.ts"
export { Services } from "./services/Services.ts"
export { type NewServiceToken, ServiceTokens } from "./services/ServiceTokens.ts"
export { Authentication } from "./tokens/Authentication.ts"
export { AuthorizationLayer } from "./tokens/AuthorizationLayer.ts"
export {
  type CreatedToken,
  type NewToken,
  type TokenOwner,
  type TokenPosition,
  type TokenRecord,
  Tokens
} from "./tokens/Tokens.ts"

/** The handlers of every group of this area. */
export const AdminHandlers = Layer.mergeAll(
  UserHandlers,
  TokenHandlers,
  ExchangeHandlers,
  ServicesHandlers,
  ServiceItemsHandlers
)
