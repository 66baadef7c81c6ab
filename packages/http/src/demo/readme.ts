/** The demonstration package's index document. */
import { chooser, fence } from "./markup.ts"

const list = chooser("language", [
  [
    "typescript",
    fence(
      "typescript",
      [
        'const response = await fetch(process.env.PLATFORM_CONTROL_URL + "/api/registry/packages?search=network", {',
        "    headers: { authorization: `Bearer ${process.env.PLATFORM_CONTROL_TOKEN}` },",
        "});",
        "const { packages } = await response.json();",
        "for (const found of packages) console.log(found.name, found.version);"
      ].join("\n")
    )
  ],
  [
    "python",
    fence(
      "python",
      [
        "import json, os, urllib.request",
        "",
        "request = urllib.request.Request(",
        '    os.environ["PLATFORM_CONTROL_URL"] + "/api/registry/packages?search=network",',
        '    headers={"Authorization": "Bearer " + os.environ["PLATFORM_CONTROL_TOKEN"]},',
        ")",
        "with urllib.request.urlopen(request) as response:",
        '    for found in json.load(response)["packages"]:',
        '        print(found["name"], found["version"])'
      ].join("\n")
    )
  ],
  [
    "go",
    fence(
      "go",
      [
        "package main",
        "",
        "import (",
        '\t"encoding/json"',
        '\t"fmt"',
        '\t"net/http"',
        '\t"os"',
        ")",
        "",
        "func main() {",
        '\trequest, err := http.NewRequest("GET", os.Getenv("PLATFORM_CONTROL_URL")+"/api/registry/packages?search=network", nil)',
        "\tif err != nil {",
        "\t\tpanic(err)",
        "\t}",
        '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("PLATFORM_CONTROL_TOKEN"))',
        "\tresponse, err := http.DefaultClient.Do(request)",
        "\tif err != nil {",
        "\t\tpanic(err)",
        "\t}",
        "\tdefer response.Body.Close()",
        "\tvar page struct {",
        "\t\tPackages []struct{ Name, Version string }",
        "\t}",
        "\tif err := json.NewDecoder(response.Body).Decode(&page); err != nil {",
        "\t\tpanic(err)",
        "\t}",
        "\tfor _, found := range page.Packages {",
        "\t\tfmt.Println(found.Name, found.Version)",
        "\t}",
        "}"
      ].join("\n")
    )
  ]
])

/** Markdown with front matter. */
export const readme = `---
title: Platform Control
meta_desc: The control plane's own operations, described as a package.
layout: package
---

This package describes the operations of the control plane that published it. Every function is a reading operation of
its HTTP API; every type is a record that one of them answers. It is made from the API's description when the server
first starts, so it is always the API of the server that it is read from.

## Example

Finding packages takes one request. \`PLATFORM_CONTROL_URL\` is the address of the server, and \`PLATFORM_CONTROL_TOKEN\`
an access token; without one, the list shows public packages only.

${list}

## Errors

A request that is refused is answered with a JSON body that repeats the status as \`code\` and says in \`message\` what is
wrong. Requests that can't be understood carry one entry of \`errors\` for every problem in them.

## Paging

A list that goes on carries a \`continuationToken\`: send it back as the query parameter of that name, with all other
parameters but \`limit\` as they were. A page without one is the last page.
`
