/** The time, fine enough to tell which of two requests of a race began first. */

/** Milliseconds since 1970, with fractions; never goes back while the process runs. */
export const now = (): number => performance.timeOrigin + performance.now()
