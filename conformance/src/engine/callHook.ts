/** Calls a hook for a rule and records it beside the rule's requests. Knows no operation. */
import { Schema } from "effect"
import {
  type Hook,
  type HookAnswer,
  hookAnswers,
  type HookInputs,
  type HookName,
  isAddress,
  type SigningIssuer
} from "../config/hooks.ts"
import type { Exchange } from "../wire/Exchange.ts"
import { askHook, type HookReply } from "../wire/askHook.ts"
import { now } from "../wire/clock.ts"
import { HOOK_METHOD } from "../wire/curlText.ts"
import { signIdentityToken } from "../wire/signIdentityToken.ts"
import type { Trial } from "./Trial.ts"

const isSigning = (hook: Hook | SigningIssuer): hook is SigningIssuer => typeof hook === "object" && "key" in hook

const shown = (hook: Hook | SigningIssuer): string => {
  if (isSigning(hook)) return `the signing key of ${hook.url}`
  if (!isAddress(hook)) return [hook].flat().join(" ")
  const { origin, pathname } = new URL(hook)
  return `${origin}${pathname}`
}

/** A hook's answer is none of the target's, so laws over everything recorded don't see it. */
const record = (trial: Trial, name: HookName, where: string, body: string, text: string, startedAt: number) => {
  const exchange: Exchange = {
    number: 0,
    origin: { rule: trial.rule, case: trial.case, step: trial.exchanges.length + 1 },
    request: { method: HOOK_METHOD, url: where, target: name, headers: {}, body, identity: "hook" },
    status: 200,
    headers: {},
    text,
    isUtf8: true,
    startedAt,
    endedAt: now()
  }
  if (!trial.cleaning) trial.exchanges.push(exchange)
}

const ask = (hook: Hook | SigningIssuer, input: HookInputs[HookName]): Promise<HookReply> | HookReply => {
  if (!isSigning(hook)) return askHook(hook, JSON.stringify(input))
  // The configuration's schema allows a key for this hook alone.
  const asked = input as HookInputs["issuer"]
  const scope = hook.scopes?.[asked.tokenType]
  return {
    isWell: true,
    value: { token: signIdentityToken(hook, asked), ...(scope === undefined ? {} : { scope }) }
  }
}

/** Not conclusive without the hook (NO_FIXTURE), or when it fails or answers something else (REFUSED). */
export const callHook = async <Name extends HookName>(
  trial: Trial,
  name: Name,
  input: HookInputs[Name]
): Promise<HookAnswer<Name>> => {
  const { context } = trial
  const hook = context.configuration.hooks?.[name]
  if (hook === undefined) throw trial.inconclusive("NO_FIXTURE", `No hook ${name} is configured.`)
  const startedAt = now()
  const body = JSON.stringify(input)
  const answered = await ask(hook, input)
  if (!answered.isWell) throw trial.inconclusive("REFUSED", `The hook ${name} failed: ${answered.text}`)
  const decoded = Schema.decodeUnknownResult(hookAnswers[name])(answered.value)
  if (decoded._tag === "Failure")
    throw trial.inconclusive(
      "REFUSED",
      `The hook ${name} has to answer JSON with ${Object.keys(hookAnswers[name].fields).join(", ") || "an object"}.`
    )
  const answer = decoded.success
  if ("token" in answer) context.secrets.add(`${name} token`, answer.token)
  record(trial, name, shown(hook), body, JSON.stringify(answer), startedAt)

  return answer
}
