/** Pages as they were rendered last: the same rows give the same text. Knows no row and no JSON. */

/** The text for these rows; `render` is called when the rows under `key` are others than the last time. */
export type RenderedPages = (key: string, rows: ReadonlyArray<object | undefined>, render: () => string) => string

const areSame = (one: ReadonlyArray<object | undefined>, other: ReadonlyArray<object | undefined>): boolean =>
  one.length === other.length && one.every((row, index) => row !== undefined && row === other[index])

/**
 * Keeps one page a key. Rows are compared by identity, so whoever gives them may never change one; a missing row is like
 * no other. `key` has to hold everything else that the text depends on; the key that was rendered first makes room.
 */
export const makeRenderedPages = (capacity: number): RenderedPages => {
  const kept = new Map<string, { readonly rows: ReadonlyArray<object | undefined>; readonly text: string }>()
  return (key, rows, render) => {
    const last = kept.get(key)
    if (last !== undefined && areSame(last.rows, rows)) return last.text
    const text = render()
    kept.delete(key)
    if (kept.size >= capacity) kept.delete(kept.keys().next().value!)
    kept.set(key, { rows, text })
    return text
  }
}
