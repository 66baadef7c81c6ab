/** The wire of this area: its groups and the schemas they speak. Safe in a browser. */
export * from "./User.ts"
export * from "./UserGroup.ts"
