/** How to call one reading operation from several languages, in the markup that package descriptions use. */
import type { Operation } from "./ApiDocument.ts"
import { fence } from "./markup.ts"

/** Values that make an example look like a call somebody would make. */
const samples: Readonly<Record<string, string>> = {
  source: "private",
  publisher: "acme",
  name: "network",
  version: "latest",
  orgName: "acme"
}

const sampleOf = (name: string): string => samples[name] ?? `my-${name.toLowerCase()}`

const typescript = (path: string): string =>
  [
    `const url = process.env.PLATFORM_CONTROL_URL + "${path}";`,
    "const response = await fetch(url, {",
    "    headers: { authorization: `Bearer ${process.env.PLATFORM_CONTROL_TOKEN}` },",
    "});",
    "console.log(await response.json());"
  ].join("\n")

const python = (path: string): string =>
  [
    "import json, os, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    os.environ["PLATFORM_CONTROL_URL"] + "${path}",`,
    '    headers={"Authorization": "Bearer " + os.environ["PLATFORM_CONTROL_TOKEN"]},',
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(json.load(response))"
  ].join("\n")

const go = (path: string): string =>
  [
    "package main",
    "",
    "import (",
    '\t"io"',
    '\t"net/http"',
    '\t"os"',
    ")",
    "",
    "func main() {",
    `\trequest, err := http.NewRequest("GET", os.Getenv("PLATFORM_CONTROL_URL")+"${path}", nil)`,
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("PLATFORM_CONTROL_TOKEN"))',
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tdefer response.Body.Close()",
    "\tio.Copy(os.Stdout, response.Body)",
    "}"
  ].join("\n")

/** One example whose code stands in every language that has one. */
export const functionExamples = (path: string, operation: Operation): string => {
  const filled = path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(sampleOf(name)))
  return [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    `### ${operation.summary ?? "Call the operation"}`,
    "",
    fence("typescript", typescript(filled)),
    fence("python", python(filled)),
    fence("go", go(filled)),
    "{{% /example %}}",
    "{{% /examples %}}"
  ].join("\n")
}
