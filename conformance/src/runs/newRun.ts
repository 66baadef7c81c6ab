/** Names runs. */

/** A word of letters and digits that no other run has. */
export const newRun = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 3).toString(36)}`
