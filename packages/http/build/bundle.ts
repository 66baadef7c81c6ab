/**
 * Makes the command one program: `dist/bin.js` with what every start needs, and beside it chunks for what only some
 * settings need (PostgreSQL, S3, traces, the page of the reference), and a program of its own for each kind of thread.
 * Starts several times as fast as the modules do.
 */
import { build, type BuildOptions, type Plugin } from "esbuild"
import { readFileSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("..", import.meta.url))

const { version } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as { readonly version: string }

/** The program lies elsewhere than the modules, so it can't look for `package.json` as they do. */
const knownVersion: Plugin = {
  name: "known version",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/cli\/version\.ts$/ }, () => ({ contents: `export const version = ${JSON.stringify(version)}` }))
  }
}

/** The framework has two pages for a reference; only one is shown, and the other weighs three megabytes. */
const onePage: Plugin = {
  name: "one page",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/httpApiScalar\.js$/ }, () => ({ contents: "export const javascript = undefined" }))
  }
}

/** The programs of threads: one prepares documentation, one copies SQLite's log. Each has a module that says where it is. */
const THREADS = {
  importThread: "../../registry/src/docs/import/importThread.ts",
  checkpointThread: "../../core/src/database/checkpointThread.ts"
}

/** The programs lie beside `bin.js`; whatever starts them may be in a chunk. */
const threadFiles: Plugin = {
  name: "thread files",
  setup: ({ onLoad }) => {
    for (const thread of Object.keys(THREADS)) {
      onLoad({ filter: new RegExp(`/${thread}File\\.ts$`) }, () => ({
        contents: `const above = /\\/chunks\\/[^/]+$/.test(import.meta.url) ? ".." : "."
          export const ${thread}File = new URL(above + "/${thread}.js", import.meta.url)`
      }))
    }
  }
}

const options: BuildOptions = {
  outdir: `${folder}dist`,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22",
  conditions: ["@platform-control/source"],
  sourcemap: true,
  sourcesContent: false,
  legalComments: "linked",
  minifySyntax: true,
  // Some libraries of CommonJS ask for built-in modules by `require`, which modules do not have.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
  },
  logLevel: "warning"
}

// Names of chunks carry a hash: those of the build before would stay for ever.
rmSync(`${folder}dist/chunks`, { recursive: true, force: true })

await build({
  ...options,
  entryPoints: [`${folder}src/bin.ts`],
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
  plugins: [knownVersion, onePage, threadFiles]
})

// Whole, so that the chunks of the command stay what the command needs.
await build({
  ...options,
  entryPoints: Object.fromEntries(
    Object.entries(THREADS).map(([thread, source]) => [thread, fileURLToPath(import.meta.resolve(source))])
  )
})
