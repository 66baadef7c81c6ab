/** Whether there is something to talk to at all, before any rule blames it. */
import type { RunContext } from "../engine/RunContext.ts"
import { Trial } from "../engine/Trial.ts"
import { headerOf, isRecord, jsonOf } from "../wire/Exchange.ts"

/** The target answers, but not as this API. */
export class NotThisApi extends Error {
  override readonly name = "NotThisApi"
}

/** Fails with `Unreachable` or `NotThisApi`; each says what to do. */
export const preflight = async (context: RunContext): Promise<void> => {
  const answer = await new Trial(context, "preflight").anonymous.get("/api/registry/packages", { limit: 1 })
  const { disabled = [] } = context.configuration
  const location = headerOf(answer, "location")
  if (answer.status >= 300 && answer.status < 400)
    throw new NotThisApi(
      `${answer.request.url} answers ${answer.status} and sends to ${location === "" ? "no address" : location}. ` +
        "Redirects are not followed, as they would take tokens along: give `url` as the address it leads to."
    )
  // The list of packages is there for everybody, unless the target has no registry at all.
  const isAbsent = answer.status === 404 && !disabled.includes("registry")
  if (isRecord(jsonOf(answer)) && !isAbsent) return
  const type = headerOf(answer, "content-type") || "no content type"
  throw new NotThisApi(
    `${answer.request.url} answers ${answer.status} with ${answer.text === "" ? "an empty body" : type}, not with the JSON of this API. ` +
      "Correct `url`: it is what stands before /api, and no page, login or proxy may answer in its place."
  )
}
