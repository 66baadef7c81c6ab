/** Which names can't stand in an address. */

/** Whether this means a place relative to another one: it would be resolved away on its way to the server. */
export const isRelative = (part: string | undefined): boolean => part === "." || part === ".."
