/** Writes a report in the forms that were asked for. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Report } from "../runs/Report.ts"
import { json } from "./json.ts"
import { junit } from "./junit.ts"
import { markdown } from "./markdown.ts"

const forms = {
  junit: { file: "junit.xml", write: junit },
  json: { file: "report.json", write: json },
  md: { file: "report.md", write: markdown }
} as const

/** A form of report. */
export type Form = keyof typeof forms

/** Every form. */
export const formNames: ReadonlyArray<Form> = ["junit", "json", "md"]

/** Paths of the written files. */
export const writeReports = (report: Report, folder: string, wanted: ReadonlyArray<Form>): ReadonlyArray<string> => {
  mkdirSync(folder, { recursive: true })
  return wanted.map((form) => {
    const path = join(folder, forms[form].file)
    writeFileSync(path, forms[form].write(report))
    return path
  })
}
