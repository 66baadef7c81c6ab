/** Servers run on one core and load comes from another, where the system can do that. */
import { spawnSync } from "node:child_process"

/** Where a process belongs. */
export type Role = "server" | "load"

const cores: Readonly<Record<Role, string>> = { server: "0", load: "1" }

const canPin = (role: Role): boolean => spawnSync("taskset", ["-c", cores[role], "true"]).status === 0

/** Whether processes are pinned: `taskset` is there, and both cores are ours. */
export const isPinned: boolean = canPin("server") && canPin("load")

/** The command as it has to be started for its role. */
export const pinned = (role: Role, command: readonly [string, ...Array<string>]): readonly [string, ...Array<string>] =>
  isPinned ? ["taskset", "-c", cores[role], ...command] : command
