/** A request as a command line that sends it again. */
import { isAddress } from "../config/hooks.ts"
import { base64Of } from "./bytesText.ts"
import type { SentRequest } from "./Exchange.ts"

/** One word of a POSIX shell, whatever stands in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Longer bodies are cut, and the command says so: the case file has them whole. */
const MAX_BODY = 2000

/** The method under which the call of a hook stands among requests; its `url` is the hook. */
export const HOOK_METHOD = "HOOK"

const hookText = (hook: string, body: string): string =>
  isAddress(hook)
    ? `curl -i -X POST -H 'content-type: application/json' --data-raw ${quoted(body)} ${quoted(hook)}`
    : `printf %s ${quoted(body)} | ${hook}`

/** `curl` with every header that matters; secrets have been replaced beforehand or are shown. */
export const curlText = ({ body, headers, method, url }: SentRequest): string => {
  if (method === HOOK_METHOD) return hookText(url, body ?? "")
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((one) => `-H ${quoted(`${name}: ${one}`)}`)
  )
  const bytes = base64Of(body ?? "")
  const data =
    body === undefined
      ? []
      : [bytes === undefined ? `--data-raw ${quoted(body.slice(0, MAX_BODY))}` : "--data-binary @-"]
  const isCut = bytes === undefined && body !== undefined && body.length > MAX_BODY
  const remark = isCut ? [`# the body is cut after ${MAX_BODY} of ${body.length} characters`] : []
  const piped = bytes === undefined ? "" : `printf %s ${quoted(bytes)} | base64 -d | `
  const words = [
    "curl --path-as-is -i",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...shown,
    ...data,
    quoted(url),
    ...remark
  ]
  return piped + words.join(" ")
}
