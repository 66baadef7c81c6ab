/** The served OpenAPI document against the table (OUR-001). */
import { rule, type Rule } from "../engine/Rule.ts"
import { compareDocument } from "../table/compareDocument.ts"
import { operations } from "../table/operations.ts"
import { jsonOf } from "../wire/Exchange.ts"

export const documentRule: Rule = rule(
  "OUR-001",
  async (trial) => {
    const answer = trial.needs(await trial.anonymous.get("/openapi.json"), 200, "The OpenAPI document")
    trial.met()
    const holes = compareDocument(operations, jsonOf(answer))
    if (holes.length > 0)
      throw trial.violated("Table and document name the same", "no hole on either side", holes.join("\n"), answer)
  },
  { requires: [] }
)
