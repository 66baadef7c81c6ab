/** Paths as archives write them. */

/** Windows takes both slashes. */
export const segmentsOf = (path: string): ReadonlyArray<string> => path.split(/[/\\]/)

/** The path in a message. */
export const shown = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
