/** Where the program of the threads is: beside this file, as source or built. A bundle has a place of its own for it. */
export const importThreadFile: URL = new URL(
  import.meta.url.endsWith(".ts") ? "./importThread.ts" : "./importThread.js",
  import.meta.url
)
