/** Whether a history of concurrent steps has a legal order in sequence. Knows no resource. */

/** One step; times from one clock. `step` gives the model's next state, or undefined where the answer is not legal there. */
export interface Step<State> {
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number
  readonly step: (state: State) => State | undefined
}

/** Tries every order that respects which step ended before which other began. */
export const isLinearizable = <State>(history: ReadonlyArray<Step<State>>, state: State): boolean => {
  if (history.length === 0) return true
  const firstEnd = Math.min(...history.map(({ endedAt }) => endedAt))
  return history.some((one, index) => {
    if (one.startedAt > firstEnd) return false
    const next = one.step(state)
    return next !== undefined && isLinearizable(history.toSpliced(index, 1), next)
  })
}
