/** The last part of a token's name. */
import type { Token } from "../model/Token.ts"

/** The name without the resource that a method belongs to: `getKubeconfig` of `Cluster/getKubeconfig`. */
export const memberName = ({ name }: Token): string => name.slice(name.lastIndexOf("/") + 1)
