/** Finds the providers that a call may be about, without loading the others. */
import type { AnyProvider } from "@platform-control/providers"

const load: Readonly<Record<string, () => Promise<AnyProvider>>> = {
  inventory: () => import("@platform-control/providers/inventory").then(({ inventory }) => inventory),
  pipeline: () => import("@platform-control/providers/pipeline").then(({ pipeline }) => pipeline),
  edge: () => import("@platform-control/providers/edge").then(({ edge }) => edge)
}

/** All of them, in the order in which they are listed. */
export const allProviders = (): Promise<ReadonlyArray<AnyProvider>> =>
  Promise.all(Object.values(load).map((one) => one()))

/** The one whose prefix begins a token, or all of them. */
export const providersOf = (token: string | undefined): Promise<ReadonlyArray<AnyProvider>> => {
  const prefix = token?.slice(0, token.indexOf(":")) ?? ""
  const one = Object.hasOwn(load, prefix) ? load[prefix] : undefined
  return one === undefined ? allProviders() : one().then((provider) => [provider])
}
