/**
 * Makes the command one program: `dist/bin.js` with what every start needs, and beside it chunks for what only some
 * settings need (PostgreSQL, S3, traces, the page of the reference), and a program of its own for the threads that
 * prepare documentation. Starts several times as fast as the modules do.
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

/** The program of threads. */
const THREAD = "importThread"

/** The program lies beside `bin.js`; whatever starts it may be in a chunk. */
const threadFile: Plugin = {
  name: "thread file",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/docs\/import\/importThreadFile\.ts$/ }, () => ({
      contents: `const above = /\\/chunks\\/[^/]+$/.test(import.meta.url) ? ".." : "."
        export const importThreadFile = new URL(above + "/${THREAD}.js", import.meta.url)`
    }))
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
  plugins: [knownVersion, onePage, threadFile]
})

// Whole, so that the chunks of the command stay what the command needs.
await build({
  ...options,
  entryPoints: { [THREAD]: fileURLToPath(import.meta.resolve("../../registry/src/docs/import/importThread.ts")) }
})
