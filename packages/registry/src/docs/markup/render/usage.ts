/** How a resource is declared or a function called in each language, with types where values go. */
import { type DocsKind, type PackageDocs, type TextByLanguage } from "../../../contract/DocsPage.ts"
import { type Language } from "../../../contract/Language.ts"
import { inLanguage } from "./names.ts"

/** A form of words: what opens, each input, what closes, and what is said when there is no input at all. */
interface Form {
  readonly open: (name: string, from: string) => string
  readonly input: (name: string, type: string) => string
  readonly close: string
  readonly bare: (name: string, from: string) => string
}

const title = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const colon = (indent: string, end: string) => (name: string, type: string) => `${indent}${name}: ${type}${end}`
const equals = (indent: string, end: string) => (name: string, type: string) => `${indent}${name} = ${type}${end}`
const builder = (name: string, type: string) => `    .${name}(${type})`

const forms: Readonly<Record<Language, Readonly<Record<DocsKind, Form>>>> = {
  typescript: {
    resource: {
      open: (name, from) => `new ${from}${name}("name", {`,
      input: colon("    ", ","),
      close: "})",
      bare: (name, from) => `new ${from}${name}("name")`
    },
    function: {
      open: (name, from) => `${from}${name}({`,
      input: colon("    ", ","),
      close: "})",
      bare: (name, from) => `${from}${name}()`
    }
  },
  python: {
    resource: {
      open: (name, from) => `${from}${name}("name",`,
      input: (name, type) => `    ${name}=${type},`,
      close: ")",
      bare: (name, from) => `${from}${name}("name")`
    },
    function: {
      open: (name, from) => `${from}${name}(`,
      input: (name, type) => `    ${name}=${type},`,
      close: ")",
      bare: (name, from) => `${from}${name}()`
    }
  },
  go: {
    resource: {
      open: (name, from) => `${from}New${name}(ctx, "name", &${from}${name}Args{`,
      input: colon("\t", ","),
      close: "})",
      bare: (name, from) => `${from}New${name}(ctx, "name", nil)`
    },
    function: {
      open: (name, from) => `${from}${name}(ctx, &${from}${name}Args{`,
      input: colon("\t", ","),
      close: "})",
      bare: (name, from) => `${from}${name}(ctx)`
    }
  },
  csharp: {
    resource: {
      open: (name, from) => `new ${from}${name}("name", new()\n{`,
      input: equals("    ", ","),
      close: "});",
      bare: (name, from) => `new ${from}${name}("name");`
    },
    function: {
      open: (name, from) => `${from}${name}.Invoke(new()\n{`,
      input: equals("    ", ","),
      close: "});",
      bare: (name, from) => `${from}${name}.Invoke();`
    }
  },
  java: {
    resource: {
      open: (name) => `new ${name}("name", ${name}Args.builder()`,
      input: builder,
      close: "    .build());",
      bare: (name) => `new ${name}("name");`
    },
    function: {
      open: (name, from) => `${from}${name}(${title(name)}Args.builder()`,
      input: builder,
      close: "    .build());",
      bare: (name, from) => `${from}${name}();`
    }
  },
  yaml: {
    resource: {
      open: (name) => `resources:\n  name:\n    type: ${name}\n    properties:`,
      input: colon("      ", ""),
      close: "",
      bare: (name) => `resources:\n  name:\n    type: ${name}`
    },
    function: {
      open: (name) => `fn::invoke:\n  function: ${name}\n  arguments:`,
      input: colon("    ", ""),
      close: "",
      bare: (name) => `fn::invoke:\n  function: ${name}`
    }
  },
  hcl: {
    resource: {
      open: (name) => `resource "${name}" "name" {`,
      input: equals("  ", ""),
      close: "}",
      bare: (name) => `resource "${name}" "name" {}`
    },
    function: {
      open: (name) => `data "${name}" "name" {`,
      input: equals("  ", ""),
      close: "}",
      bare: (name) => `data "${name}" "name" {}`
    }
  }
}

const comments: Readonly<Record<Language, string>> = {
  typescript: "//",
  python: "#",
  go: "//",
  csharp: "//",
  java: "//",
  yaml: "#",
  hcl: "#"
}

/** What is used, and how it is called. */
export interface Used extends Pick<PackageDocs, "inputs" | "kind" | "language" | "name"> {
  /** What programs write before the name, as `docker.`. */
  readonly usedFrom: TextByLanguage
}

/** Code of one page in its language: every required input by name and type, and how many more there are. */
export const usage = ({ inputs = [], kind, language, name, usedFrom }: Used): string => {
  const form = forms[language][kind]
  const called = inLanguage(name, language)
  const from = inLanguage(usedFrom, language)
  const required = inputs.filter((input) => input.required)
  const optional = inputs.length - required.length
  const rest =
    optional === 0 ? "" : `${comments[language]} ${optional} optional ${optional === 1 ? "input" : "inputs"} below`
  if (required.length === 0) return [form.bare(called, from), rest].filter((line) => line !== "").join("\n")
  const lines = required.map((input) => form.input(inLanguage(input.name, language), inLanguage(input.type, language)))
  return [form.open(called, from), ...lines, form.close, rest].filter((line) => line !== "").join("\n")
}
