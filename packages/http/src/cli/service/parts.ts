/** Items, properties and members of services, as they are written behind flags. */
import type { AddServiceItem, ServiceMemberRef, ServiceProperty } from "@platform-control/admin/contract"
import { Effect } from "effect"
import { misused, type Refusal } from "../Refusal.ts"

const all = <A>(
  texts: ReadonlyArray<string>,
  form: RegExp,
  expected: string,
  make: (match: ReadonlyArray<string | undefined>, index: number) => A
): Effect.Effect<ReadonlyArray<A>, Refusal> =>
  Effect.forEach(texts, (text, index) => {
    const match = form.exec(text)
    return match === null
      ? Effect.fail(misused(`${text} is not understood.`, `Write it as ${expected}`))
      : Effect.succeed(make(match, index))
  })

/** `stack:project/name` or `environment:project/name`. */
export const parseItems = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<AddServiceItem>, Refusal> =>
  all(texts, /^(stack|environment):(.+)$/, "stack:project/name or environment:project/name", ([, type, name = ""]) => ({
    type: type === "stack" ? "stack" : "environment",
    name
  }))

/** `key=value`, or `key=value` with the type before it as in `url:docs=https://…`; in the order in which they stand. */
export const parseProperties = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<ServiceProperty>, Refusal> =>
  all(
    texts,
    /^(?:([^:=]+):)?([^=]+)=(.*)$/s,
    "key=value or type:key=value",
    ([, type = "text", key = "", value = ""], order) => ({
      key,
      value,
      type,
      order
    })
  )

/** `user:login` or `team:name`. */
export const parseMembers = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<ServiceMemberRef>, Refusal> =>
  all(texts, /^(user|team):(.+)$/, "user:login or team:name", ([, type, name = ""]) => ({
    type: type === "team" ? "team" : "user",
    name
  }))
