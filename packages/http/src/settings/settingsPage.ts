/** The page that lists every setting. Knows no setting: it is made from the table. */
import type { Setting } from "./Setting.ts"

const cell = (text: string) => text.replaceAll("|", "\\|")

const row = (setting: Setting<unknown>) =>
  `| \`${setting.variable}\`${setting.secret ? " (secret)" : ""} | ${cell(setting.expects)} | ${cell(setting.whenAbsent)} | ${cell(setting.meaning)} |`

/** Markdown, ended by a line break. */
export const settingsPage = (settings: Readonly<Record<string, Setting<unknown>>>): string =>
  [
    "# Settings",
    "",
    "The server reads its settings from environment variables. An empty variable counts as absent. A value that can't be",
    "read stops the start, with the variable's name and what was expected.",
    "",
    "| Variable | Expected | When absent | Meaning |",
    "| --- | --- | --- | --- |",
    ...Object.values(settings).map(row),
    "",
    "This page is made from `packages/http/src/ServerConfig.ts` by `pnpm --filter @platform-control/http settings`.",
    ""
  ].join("\n")
