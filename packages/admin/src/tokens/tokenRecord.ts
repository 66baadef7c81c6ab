/** From what a token is made of to what is kept of it, and to what the audit log says of it. Knows no storage. */
import type { AuditedWrite } from "@platform-control/core/Audit"
import { isAdministrators, type NewToken, roleOf } from "./NewToken.ts"
import type { TokenRecord } from "./TokensRepository.ts"

/** The row of a checked token that was never used. `createdAt` in milliseconds since 1970. */
export const toTokenRecord = (token: NewToken, id: string, createdAt: number): TokenRecord => ({
  id,
  kind: token.kind,
  organization: token.organization ?? null,
  userId: "userId" in token ? token.userId : null,
  team: token.kind === "team" ? token.team : null,
  issuedFrom: "issuedFrom" in token ? (token.issuedFrom ?? null) : null,
  name: "name" in token ? (token.name ?? null) : null,
  description: token.description,
  admin: isAdministrators(token),
  roleId: roleOf(token),
  reason: token.reason ?? null,
  createdBy: token.createdBy,
  createdAt,
  expiresAt: token.expiresAt,
  lastUsed: 0,
  revokedAt: null
})

/** The reason is that of its creation. */
export const tokenWrite = (
  verb: "create" | "revoke",
  { id, kind, organization, reason }: Pick<TokenRecord, "id" | "kind" | "organization" | "reason">
): AuditedWrite => ({
  action: `${kind}-token.${verb}`,
  target: id,
  organization: organization ?? undefined,
  reason: verb === "create" ? (reason ?? undefined) : undefined
})
