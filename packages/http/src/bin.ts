#!/usr/bin/env node
/** The command `platform-control`. Knows only the order in which its parts have to be loaded. */
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

// Saves a third of the time until a command begins. In the user's own folder: compiled code that others may write is
// code that others may run. Where the folder can't be made, nothing is kept.
enableCompileCache(join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "platform-control"))

// Compiles schemas; has to be there before any schema is used.
await import("effect/schema/SchemaJITCompiler/enable")

const { main } = await import("./cli/main.ts")
main()
