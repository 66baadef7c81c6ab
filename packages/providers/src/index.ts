/** What all providers have in common, for programs that work with any of them. Knows no provider. */
export { InvalidConfiguration } from "./configuration/InvalidConfiguration.ts"
export type { Given, Variable, Variables } from "./configuration/Variable.ts"
export { type AnyLookup, brokenRule, type InputRule, type Lookup } from "./Lookup.ts"
export * from "./LookupError.ts"
export { type AnyProvider, type Provider, tokenOf } from "./Provider.ts"
