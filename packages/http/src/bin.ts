#!/usr/bin/env node
/** The command `platform-control`. Knows only the order in which its parts have to be loaded. */
import * as nodeModule from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

/** The oldest Node.js whose built-in modules everything below finds. */
const [oldestMajor, oldestMinor] = [22, 19]

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `platform-control needs Node.js ${oldestMajor}.${oldestMinor} or newer; this is ${process.versions.node}.\n`
  )
  process.exit(1)
}

// Saves a third of the time until a command begins. In the user's own folder: compiled code that others may write is
// code that others may run. Where the folder can't be made, nothing is kept.
nodeModule.enableCompileCache(join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "platform-control"))

// Compiles schemas; has to be there before any schema is used.
await import("effect/schema/SchemaJITCompiler/enable")

const { main } = await import("./cli/main.ts")
main()
