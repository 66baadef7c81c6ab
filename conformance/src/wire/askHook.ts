/** Asks a hook: JSON to an address by POST, or to a command's standard input; JSON back. Knows no hook. */
import { spawn } from "node:child_process"
import { type Hook, isAddress } from "../config/hooks.ts"

/** A hook may start an agent or wait for a person's page; a minute is plenty. */
const TIMEOUT_MILLIS = 60_000

/** More than this is no answer. */
const MAX_BYTES = 1_000_000

/** Its JSON, or why there is none. An empty answer is the empty object. */
export type HookReply =
  | { readonly isWell: true; readonly value: unknown }
  | { readonly isWell: false; readonly text: string }

const parsed = (text: string): HookReply => {
  if (text.trim() === "") return { isWell: true, value: {} }
  try {
    return { isWell: true, value: JSON.parse(text) }
  } catch {
    return { isWell: false, text: "it answers no JSON" }
  }
}

const post = async (address: string, body: string): Promise<HookReply> => {
  const url = new URL(address)
  const credential = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)
  const authorization = url.username === "" ? {} : { authorization: `Basic ${credential.toString("base64")}` }
  url.username = ""
  url.password = ""
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...authorization },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MILLIS)
  })
  const text = await answer.text()
  return answer.ok ? parsed(text) : { isWell: false, text: `it answers ${answer.status}` }
}

const start = (words: string | readonly [string, ...ReadonlyArray<string>], signal: AbortSignal) => {
  const stdio: ["pipe", "pipe", "inherit"] = ["pipe", "pipe", "inherit"]
  return typeof words === "string"
    ? spawn(words, { shell: true, stdio, signal })
    : spawn(words[0], words.slice(1), { stdio, signal })
}

const execute = (words: Hook, body: string): Promise<HookReply> => {
  const { promise, resolve } = Promise.withResolvers<HookReply>()
  const child = start(words, AbortSignal.timeout(TIMEOUT_MILLIS))
  const parts: Array<Buffer> = []
  let size = 0
  child.once("error", (error) => resolve({ isWell: false, text: error.message }))
  child.stdout.on("data", (part: Buffer) => {
    size += part.length
    if (size <= MAX_BYTES) parts.push(part)
    else child.kill()
  })
  child.once("close", (code) =>
    resolve(code === 0 ? parsed(Buffer.concat(parts).toString()) : { isWell: false, text: `it ends with ${code}` })
  )
  // A command that does not read its input closes it, which is no fault.
  child.stdin.on("error", () => undefined)
  child.stdin.end(body)
  return promise
}

/** Never rejects. */
export const askHook = async (hook: Hook, body: string): Promise<HookReply> => {
  try {
    return await (isAddress(hook) ? post(hook, body) : execute(hook, body))
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { isWell: false, text: cause instanceof Error ? cause.message : "it can't be reached" }
  }
}
