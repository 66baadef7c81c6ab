/** Flags that stand several times, each with a name of its own and what is said of it. */
import { Effect } from "effect"
import { misused, type Refusal } from "./Refusal.ts"

/**
 * What is said of each name, behind the first `=`. Refused where a text has another form, and where a name stands twice:
 * only one of the two could be taken.
 */
export const keyed = (
  flag: string,
  texts: ReadonlyArray<string>,
  form: string
): Effect.Effect<Readonly<Record<string, string>>, Refusal> =>
  Effect.gen(function* () {
    const said = new Map<string, string>()
    for (const text of texts) {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
      if (name === undefined || value === undefined) return yield* misused(`--${flag} ${text}: write it as ${form}.`)
      if (said.has(name)) return yield* misused(`--${flag} ${text}: ${name} stands there a second time.`)
      said.set(name, value)
    }
    return Object.fromEntries(said)
  })
