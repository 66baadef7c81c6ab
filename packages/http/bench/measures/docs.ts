/** Pages of documentation that were read before and those that were not, beside the list and a version, on one server. */
import { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import { bearer, type Peer } from "../contestants/Peer.ts"
import { request } from "../load/request.ts"
import type { Outcome } from "../results/Outcome.ts"
import { alternate, figureOf } from "../rounds/alternate.ts"
import { readTrial } from "../rounds/readTrial.ts"
import type { Stage } from "../Stage.ts"
import { documentedServer, LARGE, otherReads, pagePaths, SMALL } from "./docsPackages.ts"

/** Few enough to be kept by the server. */
const WARM_PAGES = 20
/** All of a large package's, in all languages: so many that each is gone again when its turn comes. */
const COLD_PAGES = 1_500
const LANGUAGES = ["typescript", "python", "go", "csharp", "java", "yaml", "hcl"]

const MARKDOWN = { accept: "text/markdown" }

/** Every answer is about what was asked. */
const aboutItsToken = (body: string, path: string): string | undefined => {
  const token = decodeURIComponent(/\/docs\/([^?]+)/.exec(path)?.[1] ?? "")
  return body.includes(token) ? undefined : `expected was something about ${token}`
}

const readsOf = Effect.fnUntraced(function* (ours: Peer) {
  const small = yield* pagePaths(ours, SMALL, WARM_PAGES)
  const large = yield* pagePaths(ours, LARGE, WARM_PAGES)
  const all = yield* pagePaths(ours, LARGE, COLD_PAGES)
  const everyLanguage = LANGUAGES.flatMap((language) => all.map((path) => `${path}?lang=${language}`))
  return [
    { contestant: "page of a small package, JSON, warm", paths: small },
    { contestant: "page of a small package, Markdown, warm", paths: small, headers: MARKDOWN },
    { contestant: "page of a large package, JSON, warm", paths: large },
    { contestant: "page of a large package, Markdown, warm", paths: large, headers: MARKDOWN },
    { contestant: "page of a large package, JSON, cold", paths: everyLanguage },
    { contestant: "page of a large package, Markdown, cold", paths: everyLanguage, headers: MARKDOWN }
  ]
})

/** All rounds are of one server, in turns. */
export const docs = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const peers = yield* stage.peers
  const measured = Effect.gen(function* () {
    const ours = yield* documentedServer(stage, "docs")
    const pages = (yield* readsOf(ours)).map((read) =>
      readTrial({ peer: ours, peers, ...read, faultOf: aboutItsToken })
    )
    const others = yield* Effect.forEach(Object.entries(otherReads), ([contestant, paths]) =>
      Effect.map(request(ours.origin + paths[0], { headers: bearer(ours) }), (body) =>
        readTrial({
          peer: ours,
          contestant,
          peers,
          paths,
          faultOf: (answer) => (Math.abs(answer.length - body.length) < 200 ? undefined : "another answer")
        })
      )
    )
    return yield* alternate([...pages, ...others], stage.effort)
  })
  const rounds = yield* Effect.scoped(measured)
  return { operation: "documentation pages", figures: rounds.map(figureOf), verdicts: [] }
})
