/** The README and the installation document of a provider's package, from what the provider declares. */
import type { Variable } from "../configuration/Variable.ts"
import { type AnyProvider, tokenOf } from "../Provider.ts"
import { shellCall } from "./functionExample.ts"
import { byOperatingSystem, fence, table } from "./markup.ts"

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text

const frontMatter = (title: string, description: string): string =>
  ["---", `title: ${title}`, `meta_desc: ${JSON.stringify(description)}`, "layout: package", "---"].join("\n")

/** The index document. */
export const readmeOf = (provider: AnyProvider): string => {
  const [first] = provider.functions
  return [
    frontMatter(provider.displayName, provider.description),
    provider.description,
    provider.about,
    "## Example",
    ...(first === undefined ? [] : [fence("bash", shellCall(provider.prefix, first)).trimEnd()]),
    "`--json` prints the whole answer for programs; `--help` behind the function lists its inputs.",
    "## Functions",
    table(
      ["Function", "What it looks up"],
      provider.functions.map((lookup) => [
        `\`${tokenOf(provider.prefix, lookup.functionName)}\``,
        firstSentence(lookup.description) + (lookup.deprecated === undefined ? "" : " **Deprecated.**")
      ])
    ),
    ""
  ].join("\n\n")
}

const whenAbsent = ({ absent }: Variable<unknown>): string => {
  if (absent === "refused") return "required"
  if (absent.value === undefined) return ""
  return `\`${JSON.stringify(absent.value)}\``
}

const assignments = (provider: AnyProvider, line: (name: string, placeholder: string) => string): string =>
  Object.entries(provider.variables)
    .filter(([, { absent }]) => absent === "refused")
    .flatMap(
      ([
        name,
        {
          environment: [variable]
        }
      ]) => (variable === undefined ? [] : [line(variable, `<${name}>`)])
    )
    .join("\n")

/** The installation and configuration document. */
export const installationOf = (provider: AnyProvider): string => {
  const shell = fence(
    "bash",
    assignments(provider, (name, value) => `export ${name}='${value}'`)
  )
  const windows = fence(
    "powershell",
    assignments(provider, (name, value) => `$env:${name} = '${value}'`)
  )
  return [
    frontMatter(`${provider.displayName} Installation & Configuration`, `How to set up ${provider.displayName}.`),
    "## Installation",
    "From the shell there is nothing to install: `platform-control invoke` runs every function. Programs in TypeScript add",
    fence("bash", "npm install @platform-control/providers effect").trimEnd(),
    "## Configuration",
    byOperatingSystem([
      ["linux", shell],
      ["macos", shell],
      ["windows", windows]
    ]),
    `Programs give the same variables to \`${provider.clientName}.layer({ … })\`; what they leave out is read from the environment.`,
    table(
      ["Variable", "Environment", "Default", "Meaning"],
      Object.entries(provider.variables).map(([name, variable]) => [
        `\`${name}\``,
        variable.environment.map((one) => `\`${one}\``).join(" or "),
        whenAbsent(variable),
        variable.meaning + (variable.deprecated === undefined ? "" : ` **Deprecated:** ${variable.deprecated}`)
      ])
    ),
    ""
  ].join("\n\n")
}
