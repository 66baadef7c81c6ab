/** Writes a report in the forms that were asked for. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Report } from "../runs/Report.ts"
import { badgeJson, badgeSvg } from "./badge.ts"
import { html } from "./html/html.ts"
import { json } from "./json.ts"
import { junit } from "./junit.ts"
import { markdown } from "./markdown.ts"
import { ndjson } from "./ndjson.ts"

/** The files of each form. */
const forms = {
  junit: { "junit.xml": junit },
  html: { "report.html": html },
  json: { "report.json": json },
  ndjson: { "events.ndjson": ndjson },
  md: { "report.md": markdown },
  badge: { "badge.svg": badgeSvg, "badge.json": badgeJson }
} as const

/** A form of report. */
export type Form = keyof typeof forms

/** Every form. */
export const formNames: ReadonlyArray<Form> = ["junit", "html", "json", "ndjson", "md", "badge"]

/** Paths of the written files. */
export const writeReports = (report: Report, folder: string, wanted: ReadonlyArray<Form>): ReadonlyArray<string> => {
  mkdirSync(folder, { recursive: true })
  return wanted.flatMap((form) =>
    Object.entries(forms[form]).map(([file, write]) => {
      const path = join(folder, file)
      writeFileSync(path, write(report))
      return path
    })
  )
}
