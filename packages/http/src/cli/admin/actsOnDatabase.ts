/** What the help of every administration command says of where it acts. */

const place = (verb: string): ReadonlyArray<string> => [
  `  ${verb} directly on the database that the settings name (PLATFORM_CONTROL_DATABASE_URL, or the SQLite file in`,
  "  the data folder), so it needs no token and no running server, and is to be run where the server runs."
]

/** The sentence, followed by where the change is made and when a running server knows of it. */
export const actsOnDatabase = (what: string): string =>
  [what, "", ...place("Acts"), "  A server that is running knows at once."].join("\n")

/** The sentence, followed by where it reads. */
export const readsDatabase = (what: string): string => [what, "", ...place("Reads")].join("\n")
