/** What texts of strangers may hold that JSON or a database can't carry. */

/** The text with U+FFFD for U+0000 and lone surrogates. Decode first: escapes stand for both. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD")
