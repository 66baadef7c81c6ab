/** The markup of package documents: fenced code, and passages of which a reader sees the one that fits. */

/** Code in one language. */
export const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`

/** Passages by operating system; readers see the one for theirs. */
export const byOperatingSystem = (passages: ReadonlyArray<readonly [system: string, text: string]>): string =>
  [
    `{{< chooser os "${passages.map(([system]) => system).join(",")}" >}}`,
    ...passages.map(([system, text]) => `{{% choosable os ${system} %}}\n\n${text}\n{{% /choosable %}}`),
    "{{< /chooser >}}"
  ].join("\n")

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll(/\s*\n\s*/g, " ")

/** A table. */
export const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [header, header.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")
