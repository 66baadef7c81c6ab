/** How the person who started this process would call the command again. */

/** In a clone of the repository the shell finds neither the command nor, perhaps, the package manager. */
const inClone = (): string => {
  const version = /^pnpm\/(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1]
  return version === undefined ? "pnpm platform-control" : `npx -y pnpm@${version} platform-control`
}

/** Scripts of package managers run the command where the shell would not find it by its name. */
const callers: Readonly<Record<string, () => string>> = {
  start: inClone,
  "platform-control": inClone,
  npx: () => "npx platform-control"
}

/** The words that stand before the command's own. */
export const program: string = callers[process.env.npm_lifecycle_event ?? ""]?.() ?? "platform-control"
