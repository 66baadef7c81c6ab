/** What may be lying ready in the target, for rules that can't make it. One entry a kind. Knows no request. */
import { Schema } from "effect"

/** One version of a package. */
const PackageVersion = Schema.Struct({
  source: Schema.NonEmptyString,
  publisher: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  version: Schema.NonEmptyString
})

/** One version of a policy pack. */
const PackVersion = Schema.Struct({
  name: Schema.NonEmptyString,
  version: Schema.Union([Schema.NonEmptyString, Schema.Int])
})

/** Every kind of fixture. A new one is a line here; rules ask for it by `trial.fixture` and `fixture:<kind>`. */
export const Fixtures = Schema.Struct({
  /** A package version with documentation: resources, functions, examples, choosers, installation, readme. */
  documentedPackage: Schema.optionalKey(PackageVersion),
  /** A version of a policy pack that the organization did not create itself. */
  externalPack: Schema.optionalKey(PackVersion),
  /** An organization that does not use policy as code, in which `outsider` publishes policy packs. */
  withoutPolicyAsCode: Schema.optionalKey(Schema.NonEmptyString)
})
export type Fixtures = typeof Fixtures.Type

/** The name of a kind of fixture. */
export type FixtureName = keyof Fixtures

/** Every kind's name. */
export const fixtureNames: ReadonlyArray<FixtureName> = ["documentedPackage", "externalPack", "withoutPolicyAsCode"]
