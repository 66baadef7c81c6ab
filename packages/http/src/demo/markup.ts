/** The markup of package documents: fenced code, and passages of which a reader sees the one that fits. */

/** Code in one language. */
export const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`

/** Passages by value of `kind`; readers see the one for their language or system. */
export const chooser = (
  kind: "language" | "os",
  passages: ReadonlyArray<readonly [value: string, text: string]>
): string =>
  [
    `{{< chooser ${kind} "${passages.map(([value]) => value).join(",")}" >}}`,
    ...passages.map(([value, text]) => `{{% choosable ${kind} ${value} %}}\n\n${text}\n{{% /choosable %}}`),
    "{{< /chooser >}}"
  ].join("\n")
