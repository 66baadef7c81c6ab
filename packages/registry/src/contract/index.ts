/** The door to what the registry says on the wire. Safe in a browser. */
export * from "./ArtifactsGroup.ts"
export * from "./PackageMetadata.ts"
export * from "./PackagePath.ts"
export * from "./PackagesGroup.ts"
export * from "./PublishGroup.ts"
