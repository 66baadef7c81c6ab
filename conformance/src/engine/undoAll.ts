/** Undoes what was made, last first. Knows nothing of what that is. */

/** Resources that are undone at a time. */
const AT_A_TIME = 8

/** Empties the list; what can't be undone is left to the ledger. */
export const undoAll = async (finalizers: Array<() => Promise<void>>): Promise<void> => {
  const undoing = finalizers.splice(0).toReversed()
  for (let index = 0; index < undoing.length; index += AT_A_TIME)
    await Promise.allSettled(undoing.slice(index, index + AT_A_TIME).map((undo) => undo()))
}
