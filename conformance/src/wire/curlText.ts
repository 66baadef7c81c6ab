/** A request as a command line that sends it again. */
import { isAddress } from "../config/hooks.ts"
import type { SentRequest } from "./Exchange.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Longer bodies are cut: the case file has them whole. */
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
  const data = body === undefined ? [] : [`--data-raw ${quoted(body.slice(0, MAX_BODY))}`]
  return ["curl --path-as-is -i", ...(method === "GET" ? [] : [`-X ${method}`]), ...shown, ...data, quoted(url)].join(
    " "
  )
}
