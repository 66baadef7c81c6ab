/** Which objects and enumerations of the package types lead to, directly or through other objects. */
import type { NamedType, TypeExpression } from "../model/PackageModel.ts"
import { namedTypeSize } from "./size.ts"

/** The types that one object refers to, and about how many characters it takes itself. */
interface Known {
  readonly leadsTo: ReadonlyArray<NamedType>
  readonly size: number
}

const collect = (type: TypeExpression, into: Map<string, NamedType>): void => {
  if (type.kind === "array" || type.kind === "map") collect(type.element, into)
  else if (type.kind === "union") for (const alternative of type.alternatives) collect(alternative, into)
  else if (type.kind === "object" || type.kind === "enum") into.set(type.type.token.text, type)
}

const inspect = (named: NamedType): Known => {
  const found = new Map<string, NamedType>()
  if (named.kind === "object") for (const { type } of named.type.properties) collect(type, found)
  return { leadsTo: [...found.values()], size: namedTypeSize(named) }
}

/** Finds closures of one package. */
export class Closures {
  private readonly known = new Map<string, Known>()

  /** Everything that `types` lead to, and its size; gives up with `undefined` once the size is above `maxSize`. */
  of(
    types: ReadonlyArray<TypeExpression>,
    maxSize: number
  ): { readonly types: ReadonlyArray<NamedType>; readonly size: number } | undefined {
    const found = new Map<string, NamedType>()
    for (const type of types) collect(type, found)
    let size = 0
    // A map is walked in the order of insertion, with what is added on the way.
    for (const named of found.values()) {
      const { leadsTo, size: own } = this.inspected(named)
      size += own + leadsTo.length
      if (size > maxSize) return undefined
      for (const next of leadsTo) found.set(next.type.token.text, next)
    }
    return { types: [...found.values()], size }
  }

  private inspected(named: NamedType): Known {
    const token = named.type.token.text
    const known = this.known.get(token) ?? inspect(named)
    this.known.set(token, known)
    return known
  }
}
