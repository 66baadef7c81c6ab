/** The name of a type, resource or function: `package:module:name` (the public package schema). */

/** A token taken apart. */
export interface Token {
  readonly text: string
  readonly package: string
  /** As the token has it, before the package's module format was applied. */
  readonly middle: string
  /** The module's path with slashes; empty for the package itself. */
  readonly module: string
  readonly name: string
  /** Whether another package's schema defines it, of which this one only knows the token. */
  readonly foreign: boolean
}

/** The token of a package's provider, which has no entry of its own among the resources. */
export const providerToken = (packageName: string): string => `pulumi:providers:${packageName}`

const PROVIDER = "pulumi:providers:"

/** Functions of providers are machinery; they have no documentation (open points, section 3, "schema format"). */
export const isHiddenFunction = (token: string): boolean => token.split(":")[1] === "providers"

const providerOf = (text: string, foreign: boolean): Token => ({
  text,
  package: text.slice(PROVIDER.length),
  middle: "providers",
  module: "",
  name: "Provider",
  foreign
})

/** `index` and what stands under it is the package itself. */
const withoutIndex = (module: string): string => (module === "index" || module.startsWith("index/") ? "" : module)

/** A token of the schema that is read. `text` has three parts. */
export const ownToken = (text: string, moduleOf: (middle: string) => string): Token => {
  if (text.startsWith(PROVIDER) && !text.includes("/")) return providerOf(text, false)
  const [packageName = "", middle = "", name = ""] = text.split(":")
  return { text, package: packageName, middle, module: withoutIndex(moduleOf(middle)), name, foreign: false }
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

/** The module without a last part that repeats the name, as bridged packages have it: `ec2/securityGroup:SecurityGroup`. */
export const withoutRepeatedName = (middle: string, name: string): string => {
  const end = middle.lastIndexOf("/")
  return end >= 0 && lowerFirst(middle.slice(end + 1)) === lowerFirst(name) ? middle.slice(0, end) : middle
}

/**
 * A token of another package, whose module format nobody knows here. By convention a last part that repeats the name is
 * no module, and of a domain name only the first label counts.
 */
export const foreignToken = (text: string): Token => {
  if (text.startsWith(PROVIDER)) return providerOf(text, true)
  const [packageName = "", middle = "", name = ""] = text.split(":")
  const parts = withoutRepeatedName(middle, name).split("/")
  const module = parts.map((part) => part.split(".")[0]).join("/")
  return { text, package: packageName, middle, module: withoutIndex(module), name, foreign: true }
}
