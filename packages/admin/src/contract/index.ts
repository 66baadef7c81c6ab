/** The wire of this area: its groups and the schemas they speak. Safe in a browser. */
export * from "./AccessToken.ts"
export * from "./Exchange.ts"
export * from "./ExchangeGroup.ts"
export * from "./OrganizationTokensGroup.ts"
export * from "./TokenRequests.ts"
export * from "./User.ts"
export * from "./UserGroup.ts"
export * from "./UserTokensGroup.ts"
