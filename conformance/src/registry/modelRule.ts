/** Any sequence of publishing steps against a model of a package's versions (REG-138). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as packages from "./packages.ts"

/** Versions that are published, deleted, and never published again: whether that is allowed is not stated. */
const VERSIONS = ["2.0.0", "1.0.1", "1.0.0-rc.1", "3.1.4+b2", "0.9.0"]

interface Pending {
  readonly version: string
  readonly started: packages.Started
  readonly uploaded: Set<packages.Artifact>
}

/** What should be. */
interface Model {
  /** Oldest first. */
  readonly published: Array<string>
  readonly deleted: Set<string>
  /** By number, in the order of their starts. */
  readonly begun: Array<{ readonly version: string; readonly uploaded: Set<packages.Artifact>; done: boolean }>
}

/** The target's side: what it handed out. */
interface Real {
  readonly trial: Trial
  readonly id: packages.PackageId
  readonly pending: Array<Pending>
}

const fresh = (): Model => ({ published: [], deleted: new Set(), begun: [] })

const isThere = (model: Model, version: string) => model.published.includes(version)

/** Everything that can be read says what the model says. */
const readBack = async (model: Model, { id, trial }: Real): Promise<void> => {
  const latest = model.published.at(-1)
  const answer = await packages.read(trial.admin, id, "latest")
  trial.status(answer, [latest === undefined ? 404 : 200], "latest is what the model says")
  if (latest !== undefined)
    trial.same(objectOf(answer)["version"], latest, "latest is the most recently published", answer)
  const listed = await packages.listAll(trial.admin, { name: id.name, publisher: id.publisher })
  trial.same(
    listed.map(({ version }) => version),
    latest === undefined ? [] : [latest],
    "The list shows the latest version"
  )
}

class Start implements fc.AsyncCommand<Model, Real> {
  readonly version: string
  constructor(version: string) {
    this.version = version
  }
  check = (model: Readonly<Model>) => !model.deleted.has(this.version)
  async run(model: Model, { id, pending, trial }: Real): Promise<void> {
    const answer = await packages.start(trial.admin, id, { version: this.version })
    trial.status(answer, [isThere(model, this.version) ? 409 : 202], "A start meets the version or begins")
    if (answer.status !== 202) return
    const started = packages.startedOf(answer)
    pending.push({ version: this.version, started, uploaded: new Set() })
    model.begun.push({ version: this.version, uploaded: new Set(), done: false })
  }
  toString = () => `start(${this.version})`
}

class Upload implements fc.AsyncCommand<Model, Real> {
  readonly index: number
  readonly which: ReadonlyArray<packages.Artifact>
  constructor(index: number, which: ReadonlyArray<packages.Artifact>) {
    this.index = index
    this.which = which
  }
  check = (model: Readonly<Model>) => model.begun[this.index % Math.max(1, model.begun.length)]?.done === false
  async run(model: Model, { id, pending, trial }: Real): Promise<void> {
    const index = this.index % model.begun.length
    await packages.upload(trial, id, pending[index]!.started, this.which)
    for (const artifact of this.which) model.begun[index]!.uploaded.add(artifact)
  }
  toString = () => `upload(${this.index}, ${this.which.join("+")})`
}

class Complete implements fc.AsyncCommand<Model, Real> {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
  check = (model: Readonly<Model>) => {
    const one = model.begun[this.index % Math.max(1, model.begun.length)]
    // Without the optional artifact both answers are legal, so nothing is asked.
    const undecided = one?.uploaded.has("schema") === true && one.uploaded.has("index") && one.uploaded.size === 2
    return one !== undefined && !model.deleted.has(one.version) && !undecided
  }
  async run(model: Model, real: Real): Promise<void> {
    const { id, pending, trial } = real
    const index = this.index % model.begun.length
    const { version } = model.begun[index]!
    const answer = await packages.complete(trial.admin, { ...id, version }, pending[index]!.started.operationID)
    const expected = isThere(model, version) ? [409, 404] : model.begun[index]!.uploaded.size === 3 ? [201] : [400]
    trial.status(answer, expected, "A completion does what the model says")
    if (answer.status === 201) {
      model.begun[index]!.done = true
      model.published.push(version)
    }
    await readBack(model, real)
  }
  toString = () => `complete(${this.index})`
}

class Publish implements fc.AsyncCommand<Model, Real> {
  readonly version: string
  constructor(version: string) {
    this.version = version
  }
  check = (model: Readonly<Model>) => !isThere(model, this.version) && !model.deleted.has(this.version)
  async run(model: Model, real: Real): Promise<void> {
    const started = await packages.prepare(real.trial, { ...real.id, version: this.version })
    const answer = await packages.complete(real.trial.admin, { ...real.id, version: this.version }, started.operationID)
    real.trial.status(answer, [201], "A publish from start to end succeeds")
    model.published.push(this.version)
    await readBack(model, real)
  }
  toString = () => `publish(${this.version})`
}

class Get implements fc.AsyncCommand<Model, Real> {
  readonly version: string
  constructor(version: string) {
    this.version = version
  }
  check = () => true
  async run(model: Model, { id, trial }: Real): Promise<void> {
    const answer = await packages.read(trial.admin, id, this.version)
    trial.status(answer, [isThere(model, this.version) ? 200 : 404], "A version is there when the model says so")
  }
  toString = () => `get(${this.version})`
}

class Delete implements fc.AsyncCommand<Model, Real> {
  readonly version: string
  constructor(version: string) {
    this.version = version
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const answer = await packages.remove(real.trial.admin, real.id, this.version)
    if (isThere(model, this.version)) {
      real.trial.status(answer, [204], "What is there can be deleted")
      model.published.splice(model.published.indexOf(this.version), 1)
      model.deleted.add(this.version)
    } else real.trial.refused(answer, "What is not there can't be deleted")
    await readBack(model, real)
  }
  toString = () => `delete(${this.version})`
}

const version = fc.constantFrom(...VERSIONS)
const subsets = fc.constantFrom<ReadonlyArray<packages.Artifact>>(
  packages.artifacts,
  ["schema"],
  ["index"],
  ["installationConfiguration"]
)

/** Made anew for every run: a command arbitrary remembers where it was replayed. */
const commands = () =>
  fc.commands(
    [
      version.map((one) => new Start(one)),
      fc.tuple(fc.nat(3), subsets).map(([index, which]) => new Upload(index, which)),
      fc.nat(3).map((index) => new Complete(index)),
      version.map((one) => new Publish(one)),
      version.map((one) => new Publish(one)),
      version.map((one) => new Get(one)),
      version.map((one) => new Delete(one))
    ],
    { maxCommands: 16, size: "max" }
  )

const RUNS = 12

export const modelRule: Rule = rule("REG-138", (trial) =>
  trial.check(
    [commands()],
    async (drawn) => {
      const setup = () => ({ model: fresh(), real: { trial, id: packages.newPackage(trial), pending: [] } })
      await fc.asyncModelRun(setup, drawn)
      trial.met()
    },
    RUNS
  )
)
