/** The program of the threads in each of its forms: source, built module, and bundle beside the command. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { importThreadFile } from "../../../src/docs/import/importThreadFile.ts"
import type { FromThread, WordsToThread } from "../../../src/docs/import/messages.ts"
import { sampleSchema } from "../../../src/testing.ts"

const forms = {
  source: importThreadFile,
  "built module": new URL("../../../dist/docs/import/importThread.js", import.meta.url),
  bundle: new URL("../../../../http/dist/importThread.js", import.meta.url)
}

/** Everything that a thread says to one order, with bytes of any length at a time. */
const conversation = async (program: URL, schema: string): Promise<ReadonlyArray<FromThread>> => {
  const worker = new Worker(program)
  const said: Array<FromThread> = []
  const tell = (...words: WordsToThread) => worker.postMessage(words, [])
  try {
    return await new Promise((resolve, reject) => {
      worker.on("error", reject)
      worker.on("exit", (code) => reject(new Error(`ended with ${code}`)))
      worker.on("message", (message: FromThread) => {
        said.push(message)
        if (message.say === "names") tell({ say: "others", others: { other: "platform/them/other" } })
        else if (message.say === "part") tell({ say: "stored" })
        else resolve(said)
      })
      const id = { source: "private", publisher: "acme", name: "p" } as const
      tell({ say: "begin", order: { id, version: "1.0.0", readme: "# P\n", installation: "Install it.\n" } })
      const bytes = new TextEncoder().encode(schema)
      const words: Array<WordsToThread[number]> = []
      for (let at = 0; at < bytes.length; at += 4_999) words.push({ say: "bytes", bytes: bytes.slice(at, at + 4_999) })
      // Several at once or one by one.
      tell(...words.slice(0, 5))
      for (const word of words.slice(5)) tell(word)
      tell({ say: "end" })
    })
  } finally {
    await worker.terminate()
  }
}

const schema = JSON.stringify({
  ...sampleSchema("p", 100_000),
  types: {
    "p:m:T": { properties: { other: { $ref: "/other/v1.0.0/schema.json#/types/other:m:T" }, é: { type: "string" } } }
  },
  resources: { "p:m:R": { inputProperties: { t: { $ref: "#/types/p:m:T" } } } },
  functions: {}
})

for (const [form, program] of Object.entries(forms)) {
  // Built forms are there once `pnpm build` has run.
  describe.skipIf(!existsSync(program))(`the program of threads as ${form}`, () => {
    it("says the same as every other form, with no condition set", async () => {
      const said = await conversation(program, schema)
      assert.deepStrictEqual(
        said.map(({ say }) => say),
        ["names", "done"]
      )
      assert.deepStrictEqual(said[0], { say: "names", names: ["other"] })
      assert.deepStrictEqual(said, await conversation(forms.source, schema))
    })

    it("says what is wrong with a schema", async () => {
      assert.deepStrictEqual(await conversation(program, '{"name":1}'), [
        {
          say: "refused",
          problems: [
            {
              resource: "schema",
              attribute: "name",
              errorType: "invalid",
              customMessage: "Expected a letter, then letters, digits, - and _"
            }
          ]
        }
      ])
    })
  })
}
