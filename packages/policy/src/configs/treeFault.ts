/** Bounds of any JSON value, looked at without recursion: what passes can be walked, written and compiled. */

/** A schema of more values is not read by anybody. */
const MAX_VALUES = 5000

const MAX_DEPTH = 50

/** What is wrong, and where as keys joined by dots. */
export interface TreeFault {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

interface Visit {
  readonly value: unknown
  readonly depth: number
  readonly parent: Visit | undefined
  readonly key: string
}

const pathOf = (visit: Visit): ReadonlyArray<string> => {
  const path: Array<string> = []
  for (let one: Visit | undefined = visit; one?.parent !== undefined; one = one.parent) path.push(one.key)
  return path.toReversed().slice(0, 10)
}

/** The first bound that a value breaks. */
export const treeFault = (root: unknown): TreeFault | undefined => {
  const open: Array<Visit> = [{ value: root, depth: 0, parent: undefined, key: "" }]
  let seen = 0
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    seen += 1
    if (seen + open.length > MAX_VALUES) return { path: [], message: `Expected at most ${MAX_VALUES} values` }
    if (visit.depth > MAX_DEPTH) return { path: pathOf(visit), message: `Expected at most ${MAX_DEPTH} levels` }
    const { depth, value } = visit
    if (typeof value !== "object" || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (key === "__proto__") return { path: pathOf(visit), message: "Expected no key `__proto__`" }
      open.push({ value: child, depth: depth + 1, parent: visit, key })
    }
  }
  return undefined
}
