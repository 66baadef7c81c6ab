/** Bounds of what is read from a package schema, beyond the size of the file itself. */

/** Characters of a token; one has to fit into a path. */
export const MAX_TOKEN = 512

/** Characters of a property's name, or of an enumeration's value. */
export const MAX_NAME = 512

/** Characters of the pattern that cuts modules out of tokens. */
export const MAX_MODULE_FORMAT = 100

/** How deep lists, maps and unions may stand in each other. */
export const MAX_TYPE_DEPTH = 32

/** Problems that are listed; whoever reads them repairs these first. */
export const MAX_PROBLEMS = 20
