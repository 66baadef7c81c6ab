/** How one function is called, from the shell and from a program: both run as they stand. */
import type { AnyLookup } from "../Lookup.ts"
import { type AnyProvider, tokenOf } from "../Provider.ts"
import { fence } from "./markup.ts"

const quoted = (text: string): string =>
  /^[\w./@:+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** `requestTimeout` is `--request-timeout`, as the command `invoke` has it. */
export const flagName = (input: string): string => input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const isFilter = (value: unknown): value is { readonly name: string; readonly value: string } =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "name,value"

const flagsOf = ([name, value]: readonly [string, unknown]): ReadonlyArray<string> => {
  const flag = `--${flagName(name)}`
  if (value === true) return [flag]
  if (Array.isArray(value) && value.every(isFilter))
    return value.map((filter) => `${flag} ${quoted(`${filter.name}=${filter.value}`)}`)
  return [`${flag} ${quoted(typeof value === "string" ? value : JSON.stringify(value))}`]
}

/** The call from the shell. */
export const shellCall = (prefix: string, lookup: AnyLookup<unknown>): string =>
  [
    `platform-control invoke ${tokenOf(prefix, lookup.functionName)}`,
    ...Object.entries(lookup.example as object).flatMap(flagsOf)
  ].join(" ")

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/\[ | \]/g, (bracket) => bracket.trim())
    .replaceAll(/"([A-Za-z_]\w*)":/g, "$1:")

const program = ({ prefix, clientName }: AnyProvider, { example, functionName }: AnyLookup<unknown>): string =>
  [
    `import { ${functionName}, ${clientName} } from "@platform-control/providers/${prefix}"`,
    'import { Effect } from "effect"',
    "",
    `const program = ${functionName}(${literal(example)}).pipe(Effect.provide(${clientName}.layer()))`,
    "console.log(await Effect.runPromise(program))"
  ].join("\n")

/** Markdown with the section that documentation shows as examples. */
export const functionExample = (provider: AnyProvider, lookup: AnyLookup<unknown>): string =>
  [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    "### From the shell",
    "",
    fence("bash", shellCall(provider.prefix, lookup)),
    "{{% /example %}}",
    "{{% example %}}",
    "### From a program",
    "",
    fence("typescript", program(provider, lookup)),
    "{{% /example %}}",
    "{{% /examples %}}"
  ].join("\n")
