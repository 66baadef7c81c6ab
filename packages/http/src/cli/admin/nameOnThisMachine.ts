/** Who runs the command, as the machine knows them. */
import { userInfo } from "node:os"

/** The login name, or the number where there is no name: containers run under numbers. */
export const nameOnThisMachine = (): string => {
  try {
    return userInfo().username
  } catch {
    return `${process.getuid?.() ?? "unknown"}`
  }
}
