/** Where the program of the thread is: beside this file, as source or built. A bundle has a place of its own for it. */
export const checkpointThreadFile: URL = new URL(
  import.meta.url.endsWith(".ts") ? "./checkpointThread.ts" : "./checkpointThread.js",
  import.meta.url
)
