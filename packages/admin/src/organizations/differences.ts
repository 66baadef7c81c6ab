/** In what something differs from how it is wanted. Pure. */

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** The attributes in which what is wanted differs from what is there; one that is undefined is not wanted to differ. */
export const differences = <A extends object>(
  before: A,
  wanted: { readonly [Name in keyof A]?: A[Name] | undefined }
) => {
  const details: Array<string> = []
  const changed: Partial<A> = {}
  for (const name of Object.keys(wanted) as Array<keyof A & string>) {
    const value = wanted[name]
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before[name])) continue
    changed[name] = value
    details.push(`${name}: ${shown(before[name])} → ${shown(value)}`)
  }
  return { details, changed }
}
