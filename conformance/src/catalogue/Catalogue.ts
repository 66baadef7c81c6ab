/** The catalogue of rules: what the specification demands, sentence by sentence. Knows no test. */
import type { Profile } from "../table/Operation.ts"
import { coreRows } from "./coreRows.ts"
import { docsRows } from "./docsRows.ts"
import { exchangeRows } from "./exchangeRows.ts"
import { ourRows } from "./ourRows.ts"
import { policyRows } from "./policyRows.ts"
import { registryRows } from "./registryRows.ts"
import { serviceRows } from "./serviceRows.ts"
import { tokenRows } from "./tokenRows.ts"
import { untested } from "./untested.ts"

/**
 * Whether the clause demands it (`must`), it follows from the clause (`derived`), it is only written down (`probe`), or
 * it is a decision of this project that binds nobody else (`ours`).
 */
export type Strength = "derived" | "must" | "ours" | "probe"

/** One rule in words. */
export interface CatalogueEntry {
  readonly id: string
  readonly profile: Profile
  readonly strength: Strength
  /** Where the specification says it: document, table or section, row or paragraph. */
  readonly clause: string
  readonly kind: string
  readonly text: string
  readonly inputs: string
  /** Why no test from outside can decide it; absent when one does. */
  readonly untested?: string
}

const isStrength = (text: string): text is Strength => ["derived", "must", "ours", "probe"].includes(text)

const entryFrom = (line: string, profile: Profile): CatalogueEntry => {
  const [id = "", strength = "", clause = "", kind = "", text = "", inputs] = line.split(" | ")
  if (inputs === undefined || !isStrength(strength)) throw new Error(`A line of the catalogue can't be read: ${line}`)
  const reason = untested[id]
  return { id, profile, strength, clause, kind, text, inputs, ...(reason === undefined ? {} : { untested: reason }) }
}

const entriesOf = (rows: string, profile: Profile): ReadonlyArray<CatalogueEntry> =>
  rows
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => entryFrom(line, profile))

/** Every rule of every profile that is built. */
export const catalogue: ReadonlyArray<CatalogueEntry> = [
  ...entriesOf(coreRows, "core"),
  ...entriesOf(ourRows, "core"),
  ...entriesOf(registryRows, "registry"),
  ...entriesOf(serviceRows, "admin/services"),
  ...entriesOf(tokenRows, "admin/tokens"),
  ...entriesOf(policyRows, "policy"),
  ...entriesOf(docsRows, "registry"),
  ...entriesOf(exchangeRows, "token-exchange")
]

/** The rule of this id; an unknown one is a fault of the suite. */
export const entryOf = (id: string): CatalogueEntry => {
  const found = catalogue.find((one) => one.id === id)
  if (found === undefined) throw new Error(`The catalogue has no rule ${id}`)
  return found
}
