/** How much CPU time a process has used, as Linux tells it. */
import { readFileSync } from "node:fs"

/** Linux counts in these, whatever the machine (`USER_HZ`). */
const TICKS_PER_SECOND = 100

/** Seconds of user and system time of all threads so far; undefined where there is no `/proc`. */
export const cpuSeconds = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The command's name stands in parentheses and may hold spaces; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
