/**
 * The program of a thread that prepares documentation. Imports libraries and files of its own package only, so that it
 * runs as source, as a module and as a bundle alike.
 */
import { Result } from "effect"
import { constants, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import type { DocsRows } from "./DocsRows.ts"
import { importPackage, type ImportOrder, type OtherPackages } from "./importPackage.ts"
import type { FromThread, ToThread, WordsToThread } from "./messages.ts"
import { type ReadImport, readImport } from "./readImport.ts"
import { SchemaText } from "./SchemaText.ts"

/** Parts that may be under way: one is stored while the next one is made. */
const MAX_UNDER_WAY = 2

type Parts = ReturnType<typeof importPackage>

interface Import {
  readonly order: ImportOrder
  text: SchemaText | undefined
  read: ReadImport | undefined
  parts: Parts | undefined
  underWay: number
}

/** Where there are fewer cores than work, whoever waits for an answer comes first. Elsewhere it would mean all threads. */
const stepBack = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where that is not allowed, all threads are alike.
  }
}

const port = parentPort
let current: Import | undefined

const say = (message: FromThread, transfer: ReadonlyArray<ArrayBuffer> = []): void =>
  port?.postMessage(message, [...transfer])

const end = (message: FromThread, transfer: ReadonlyArray<ArrayBuffer> = []): void => {
  current = undefined
  say(message, transfer)
}

const memoryOf = ({ bodies }: DocsRows): ReadonlyArray<ArrayBuffer> =>
  bodies.map(({ body }) => body.buffer as ArrayBuffer)

const goOn = (job: Import, read: ReadImport, parts: Parts): void => {
  while (job.underWay < MAX_UNDER_WAY) {
    const { done, value } = parts.next()
    if (done === true) {
      return Result.match(value, {
        onFailure: (problem) => end({ say: "refused", problems: [problem] }),
        onSuccess: (rows) => end({ say: "done", metadata: read.metadata, rows }, memoryOf(rows))
      })
    }
    job.underWay++
    say({ say: "part", rows: value }, memoryOf(value))
  }
}

const prepare = (job: Import, read: ReadImport, others: OtherPackages): void => {
  job.parts = importPackage(job.order, read, others)
  goOn(job, read, job.parts)
}

/** The value of the schema is gone when this returns; only what was read of it stays. */
const judge = (job: Import): void => {
  const parsed = job.text?.parse() ?? Result.fail([])
  job.text = undefined
  Result.match(
    Result.flatMap(parsed, (schema) => readImport(schema, job.order.version)),
    {
      onFailure: (problems) => end({ say: "refused", problems }),
      onSuccess: (read) => {
        job.read = read
        if (read.otherPackages.length === 0) prepare(job, read, {})
        else say({ say: "names", names: read.otherPackages })
      }
    }
  )
}

const hear = (message: ToThread): void => {
  if (message.say === "begin") {
    current = { order: message.order, text: new SchemaText(), read: undefined, parts: undefined, underWay: 0 }
    return
  }
  const job = current
  if (job === undefined) return
  if (message.say === "bytes") job.text?.add(message.bytes)
  else if (message.say === "end") judge(job)
  else if (message.say === "others") {
    if (job.read !== undefined) prepare(job, job.read, message.others)
  } else {
    job.underWay--
    if (job.read !== undefined && job.parts !== undefined) goOn(job, job.read, job.parts)
  }
}

/** A fault ends the import, whose further words go unheard, but not the thread. */
const hearSafely = (message: ToThread): void => {
  try {
    hear(message)
  } catch (fault) {
    end({ say: "failed", cause: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) })
  }
}

stepBack()

port?.on("message", (words: WordsToThread) => words.forEach(hearSafely))
