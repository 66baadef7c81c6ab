/** Bundles a program that imports providers, the way a program for Node.js is bundled. */
import { Effect } from "effect"
import { build } from "esbuild"
import { type BenchFault, benchFault } from "../BenchFault.ts"

/** What the bundle consists of. */
export interface ProviderBundle {
  /** Everything, minified, in bytes. */
  readonly bytes: number
  /** What of that is this project's own code, without libraries. */
  readonly ownBytes: number
  /** What of that lies below a folder of the providers, or is a file of theirs. */
  readonly bytesOf: (path: string) => number
}

/** `program` is its text, which imports by the doors of `@platform-control/providers`. */
export const providerBundle = (program: string): Effect.Effect<ProviderBundle, BenchFault> =>
  Effect.tryPromise({
    try: async () => {
      const { metafile } = await build({
        stdin: { contents: program, resolveDir: import.meta.dirname, loader: "ts" },
        outdir: "never-written",
        write: false,
        bundle: true,
        splitting: true,
        format: "esm",
        platform: "node",
        target: "node22",
        minify: true,
        conditions: ["@platform-control/source"],
        metafile: true,
        logLevel: "silent"
      })
      const outputs = Object.values(metafile.outputs)
      const parts = outputs.flatMap(({ inputs }) => Object.entries(inputs))
      const sum = (fits: (path: string) => boolean): number =>
        parts.filter(([path]) => fits(path)).reduce((total, [, { bytesInOutput }]) => total + bytesInOutput, 0)
      return {
        bytes: outputs.reduce((total, { bytes }) => total + bytes, 0),
        ownBytes: sum((path) => /(?:^|\/)providers\/src\//.test(path)),
        bytesOf: (below) => sum((path) => `${path}/`.includes(`providers/src/${below}/`))
      }
    },
    catch: (cause) => benchFault(`The program can't be bundled: ${String(cause)}`)
  })
