/** Creating and completing versions at the same time (Spec A, States and transitions; Spec A, Versioning). */
import { rule, type Rule } from "../engine/Rule.ts"
import { tally, together } from "../laws/together.ts"
import * as packs from "./packs.ts"

const COUNTS = [2, 16]
const ROUNDS = 3

export const policyRaceRules: ReadonlyArray<Rule> = [
  rule("POL-015", async (trial) => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const count of COUNTS) {
        trial.nextCase()
        const id = packs.newPack(trial)
        const answers = await together(count, () => packs.create(trial.admin, id))
        trial.met()
        for (const answer of answers) trial.status(answer, [201], "Each of parallel creates succeeds")
        const numbers = answers.map((one) => packs.createdOf(one).version).toSorted((left, right) => left - right)
        const expected = numbers.map((_, index) => (numbers[0] ?? 0) + index)
        trial.same(numbers, expected, "Numbers are distinct and without a gap", answers.at(-1))
      }
  }),
  rule("POL-031", async (trial) => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const count of COUNTS) {
        trial.nextCase()
        const id = packs.newPack(trial)
        const version = await packs.prepare(trial, id)
        const answers = await together(count, () => packs.complete(trial.admin, id, version))
        trial.met()
        for (const answer of answers) trial.status(answer, [204, 400], "A completion succeeds or comes too late")
        if (answers.filter(({ status }) => status === 204).length !== 1)
          throw trial.violated(
            "Of parallel completions one succeeds",
            "exactly one 204",
            tally(answers),
            answers.at(-1)
          )
      }
  })
]
