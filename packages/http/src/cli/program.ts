/** How the person who started this process would call the command again. */

/** Scripts of package managers run the command where the shell would not find it by its name. */
const callers: Readonly<Record<string, string>> = {
  start: "pnpm platform-control",
  "platform-control": "pnpm platform-control",
  npx: "npx platform-control"
}

/** The words that stand before the command's own. */
export const program: string = callers[process.env.npm_lifecycle_event ?? ""] ?? "platform-control"
