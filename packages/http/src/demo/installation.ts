/** The demonstration package's installation and configuration document. */
import { chooser, fence } from "./markup.ts"

const tools = chooser("language", [
  ["typescript", "Nothing to install: `fetch` is part of Node and of every browser.\n"],
  ["python", "Nothing to install: `urllib.request` is part of Python's standard library.\n"],
  ["go", "Nothing to install: `net/http` is part of Go's standard library.\n"]
])

const settings = chooser("os", [
  [
    "linux",
    fence("bash", "export PLATFORM_CONTROL_URL=http://127.0.0.1:8080\nexport PLATFORM_CONTROL_TOKEN=<access token>")
  ],
  [
    "macos",
    fence("bash", "export PLATFORM_CONTROL_URL=http://127.0.0.1:8080\nexport PLATFORM_CONTROL_TOKEN=<access token>")
  ],
  [
    "windows",
    fence(
      "powershell",
      '$env:PLATFORM_CONTROL_URL = "http://127.0.0.1:8080"\n$env:PLATFORM_CONTROL_TOKEN = "<access token>"'
    )
  ]
])

const check = chooser("language", [
  [
    "typescript",
    fence(
      "typescript",
      [
        'const response = await fetch(process.env.PLATFORM_CONTROL_URL + "/api/user", {',
        "    headers: { authorization: `Bearer ${process.env.PLATFORM_CONTROL_TOKEN}` },",
        "});",
        "console.log(response.status, await response.json());"
      ].join("\n")
    )
  ],
  [
    "python",
    fence(
      "python",
      [
        "import os, urllib.request",
        "",
        "request = urllib.request.Request(",
        '    os.environ["PLATFORM_CONTROL_URL"] + "/api/user",',
        '    headers={"Authorization": "Bearer " + os.environ["PLATFORM_CONTROL_TOKEN"]},',
        ")",
        "print(urllib.request.urlopen(request).read().decode())"
      ].join("\n")
    )
  ],
  [
    "go",
    fence(
      "go",
      [
        'request, _ := http.NewRequest("GET", os.Getenv("PLATFORM_CONTROL_URL")+"/api/user", nil)',
        'request.Header.Set("Authorization", "Bearer "+os.Getenv("PLATFORM_CONTROL_TOKEN"))',
        "response, err := http.DefaultClient.Do(request)"
      ].join("\n")
    )
  ]
])

/** Markdown with front matter. */
export const installation = `---
title: Platform Control Installation & Configuration
meta_desc: How to reach the control plane from a shell and from programs.
layout: package
---

## Installation

${tools}

From a shell, any HTTP client will do:

${fence("bash", 'curl -H "Authorization: Bearer $PLATFORM_CONTROL_TOKEN" "$PLATFORM_CONTROL_URL/api/registry/packages"')}
## Configuration

Two settings say where the server is and who calls:

${settings}

A token is made on the server's machine with \`platform-control token create\`. It is shown once; keep it where you keep
other secrets.

## Check

The operation that names the caller tells whether both settings are right:

${check}
`
