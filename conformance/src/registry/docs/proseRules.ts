/** Installation text and README, and the nodes of all prose (Spec A, Registry; Spec A, Content node). */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { contentNode, type Language, languages, systems } from "../../table/docsTable.ts"
import { judgeValue } from "../../table/judgeBody.ts"
import { type Exchange, headerOf, objectOf } from "../../wire/Exchange.ts"
import * as packages from "../packages.ts"
import { allNodeLists, nodesOf, proseOf, textOf } from "./contentNodes.ts"
import { documented, type Entry, objectsIn, partPath } from "./documented.ts"
import { parts } from "./fixture/documentedPackage.ts"
import { NO_VERSION, noLanguages, noSystems } from "./pageRules.ts"

type Kind = "installation" | "readme"

interface Chosen {
  readonly lang?: Language
  readonly os?: (typeof systems)[number]
}

const choices: ReadonlyArray<Chosen> = [
  {},
  ...languages.map((lang) => ({ lang })),
  ...systems.map((os) => ({ os })),
  { lang: "python", os: "macos" },
  { lang: "hcl", os: "windows" }
]

/** The document; not conclusive where the package has none. */
const read = async (trial: Trial, kind: Kind, query: Chosen = {}): Promise<Exchange> => {
  const answer = await proseOf(trial, kind, { ...query })
  if (kind === "installation" && answer.status === 404)
    throw trial.inconclusive("PREMISE_NEVER_MET", "The documented package has no installation text.")
  return trial.status(answer, [200], `The ${kind} text can be read`)
}

/** Everything that was published stands there, in its order. */
const isOrdered = async (trial: Trial, answer: Exchange): Promise<void> => {
  const { known } = await documented(trial)
  const { content } = objectOf(answer)
  const deviation = Array.isArray(content)
    ? content.flatMap((node) => judgeValue(contentNode, node)).find(({ kind }) => kind !== "unknown")
    : { path: "", expected: "an array of content nodes", got: JSON.stringify(content) ?? "nothing" }
  if (deviation !== undefined)
    throw trial.violated(`content ${deviation.path}`, deviation.expected, deviation.got.slice(0, 200), answer)
  const places = parts.map((part) => textOf(content).indexOf(part)).filter((place) => place !== -1)
  trial.same(
    places,
    places.toSorted((left, right) => left - right),
    "Nodes stand in the order of the text",
    answer
  )
  if (known !== undefined && trial.isOurs)
    trial.same(places.length, parts.length, "Nothing of the text is lost", answer)
}

const versionNamed = async (trial: Trial, kind: Kind) => {
  const { id } = await documented(trial)
  for (const version of [id.version, "latest"]) {
    const resolved = objectOf(trial.needs(await packages.read(trial.admin, id, version), 200, "Reading the version"))[
      "version"
    ]
    const answer = await trial.admin.get(partPath(id, kind, version))
    if (kind === "installation" && answer.status === 404) continue
    trial.met()
    trial.same(
      objectOf(trial.status(answer, [200], `The ${kind} text can be read`))["version"],
      resolved,
      "It names the resolved version",
      answer
    )
  }
}

const installationRules: ReadonlyArray<Rule> = [
  rule("REG-110", async (trial) => {
    const { id } = await documented(trial)
    trial.met()
    const answer = await trial.admin.get(partPath(id, "installation", NO_VERSION))
    trial.status(answer, [404], "A version that is not there has no installation text")
  }),
  rule("REG-111", async (trial) => {
    const id = await packages.publishNew(trial)
    trial.met()
    const answer = await trial.admin.get(partPath(id, "installation"))
    trial.status(answer, [404], "A version that was published without installation text has none")
  }),
  rule("REG-112", async (trial) => {
    for (const query of choices) {
      trial.nextCase()
      const answer = await read(trial, "installation", query)
      trial.met()
      const body = objectOf(answer)
      for (const [name, asked] of [
        ["language", query.lang],
        ["os", query.os]
      ] as const) {
        if (asked === undefined && Object.hasOwn(body, name))
          throw trial.violated(
            `${name} is there only where it was asked for`,
            `no ${name}`,
            JSON.stringify(body[name]),
            answer
          )
        if (asked !== undefined && body[name] !== undefined)
          trial.same(body[name], asked, `${name} is the one that was asked for`, answer)
        if (trial.isOurs) trial.same(body[name], asked, `${name} is there where it was asked for`, answer)
      }
    }
  }),
  rule("REG-113", async (trial) => {
    const answer = await read(trial, "installation")
    trial.met()
    await isOrdered(trial, answer)
    await versionNamed(trial, "installation")
  }),
  rule("REG-114", async (trial) => {
    await read(trial, "installation")
    const bad = [...noLanguages.map((lang) => ({ lang })), ...noSystems.map((os) => ({ os }))]
    for (const query of bad) {
      trial.nextCase()
      trial.met()
      trial.status(await proseOf(trial, "installation", query), [400], `${JSON.stringify(query)} is refused`)
    }
  }),
  rule("REG-118", async (trial) => {
    for (const query of choices.filter(({ lang, os }) => lang !== undefined || os !== undefined)) {
      trial.nextCase()
      const answer = await read(trial, "installation", query)
      for (const { kind } of nodesOf(objectOf(answer)["content"])) {
        trial.met()
        if (
          (query.lang !== undefined && kind === "language-chooser") ||
          (query.os !== undefined && kind === "os-chooser")
        )
          throw trial.violated("What was asked for is chosen already", `no ${kind}`, JSON.stringify(query), answer)
      }
    }
  })
]

const isChooser = ({ kind }: Entry) => kind === "language-chooser" || kind === "os-chooser"

const eachNode = (judge: (trial: Trial, node: Entry) => string | undefined) => async (trial: Trial) => {
  for (const { answer, content } of await allNodeLists(trial))
    for (const node of nodesOf(content)) {
      const fault = judge(trial, node)
      if (fault !== undefined)
        throw trial.violated("Every content node keeps the rule", fault, JSON.stringify(node).slice(0, 400), answer)
    }
}

const nodeRules: ReadonlyArray<Rule> = [
  rule(
    "REG-115",
    eachNode((trial, { kind, markdown }) => {
      trial.met()
      return typeof kind === "string" && typeof markdown === "string" ? undefined : "kind and markdown as texts"
    })
  ),
  rule(
    "REG-116",
    eachNode((trial, node) => {
      if (node["kind"] === "text") trial.met()
      if (node["kind"] === "text" && Object.hasOwn(node, "options")) return "no options on a text"
      return isChooser(node) && !Array.isArray(node["options"]) ? "options on a chooser" : undefined
    })
  ),
  rule(
    "REG-117",
    eachNode((trial, node) => {
      if (!isChooser(node)) return undefined
      trial.met()
      const absent = objectsIn(node["options"]).find(
        ({ content }) => !String(node["markdown"]).includes(String(content).trim())
      )
      return absent === undefined ? undefined : `Markdown with the option ${JSON.stringify(absent["content"])}`
    })
  )
]

const readmeRules: ReadonlyArray<Rule> = [
  rule("REG-133", async (trial) => {
    const { id } = await documented(trial)
    trial.met()
    const answer = await trial.admin.get(partPath(id, "readme", NO_VERSION))
    trial.status(answer, [404], "A version that is not there has no README")
  }),
  rule("REG-134", async (trial) => {
    await isOrdered(trial, await read(trial, "readme"))
    await versionNamed(trial, "readme")
  }),
  rule("REG-135", async (trial) => {
    for (const query of [{ lang: "cf-unknown" }, { lang: "" }, { os: "beos" }, { os: "Linux" }]) {
      trial.nextCase()
      trial.met()
      const answer = await proseOf(trial, "readme", query)
      trial.note(
        `readme with ${JSON.stringify(query)} is answered ${answer.status} (${headerOf(answer, "content-type")}).`
      )
      trial.status(answer, trial.isOurs ? [400] : [200, 400], "An unlisted value is refused or overlooked")
    }
  })
]

export const proseRules: ReadonlyArray<Rule> = [...installationRules, ...nodeRules, ...readmeRules]
