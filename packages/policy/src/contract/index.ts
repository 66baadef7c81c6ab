/** The door to what policy packs say on the wire. Safe in a browser. */
export * from "./AppPolicy.ts"
export * from "./PolicyNames.ts"
export * from "./PolicyPack.ts"
export * from "./PolicyPacksGroup.ts"
export * from "./RegistryPolicyPacksGroup.ts"
