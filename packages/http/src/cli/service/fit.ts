/** Checks what the flags ask for against the form of the request, before it is sent. Knows no operation. */
import { formatIssues } from "@platform-control/core/formatIssues"
import { Effect, Schema } from "effect"
import { misused, type Refusal } from "../Refusal.ts"

type Part = PropertyKey | { readonly key: PropertyKey }

const placeText = (path: ReadonlyArray<Part>): string =>
  path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")

/** More would push the first ones off the screen. */
const MAX_SENTENCES = 20

/** The same again, or a sentence for each of the first places that the server would refuse. */
export const fit = <A>(form: Schema.Codec<A, unknown>, asked: NoInfer<A>): Effect.Effect<A, Refusal> =>
  Schema.decodeUnknownEffect(form, { errors: "all" })(asked).pipe(
    Effect.mapError(({ issue }) =>
      misused(
        ...formatIssues(issue)
          .issues.slice(0, MAX_SENTENCES)
          .map(({ message, path = [] }) => `${placeText(path)}: ${message}.`)
      )
    )
  )
