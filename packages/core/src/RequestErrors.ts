/** Turns a request that does not fit an operation's schema into the decided 400, one entry of `errors` a problem. */
import { Effect, Layer, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { BadRequest, type ErrorDetail } from "./Errors.ts"
import { formatIssues } from "./formatIssues.ts"
import { hasMoreValues } from "./hasMoreValues.ts"

/**
 * Stands on every group, before its doors: what is refused there is refused without reading a body. Without it an
 * undecodable request would be answered with an empty body.
 */
export class RequestErrors extends HttpApiMiddleware.Service<RequestErrors>()("platform-control/core/RequestErrors", {
  error: BadRequest
}) {}

/** Every value of a body can be a problem of its own, and each costs microseconds before only a few are listed. */
const MAX_VALUES = 50_000

/** More problems than these are not listed: the caller repairs these first. */
const MAX_LISTED_PROBLEMS = 20

const resourceOf = { Params: "path", Headers: "headers", Query: "query", Payload: "body" } as const

const attributeOf = (
  path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
): string | undefined =>
  path === undefined || path.length === 0
    ? undefined
    : path.map((segment) => String(typeof segment === "object" ? segment.key : segment)).join(".")

/** The issue with no more branches than are listed, so that a body of nothing but problems costs little to answer. */
const pruned = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  if (issue._tag === "Pointer") return new SchemaIssue.Pointer(issue.path, pruned(issue.issue))
  if (issue._tag === "Encoding") return new SchemaIssue.Encoding(issue.ast, pruned(issue.issue))
  if (issue._tag !== "Composite") return issue
  const [first, ...others] = issue.issues.slice(0, MAX_LISTED_PROBLEMS).map(pruned)
  return first === undefined ? issue : new SchemaIssue.Composite(issue.ast, [first, ...others])
}

const problemsOf = (error: HttpApiError.HttpApiSchemaError, resource: string): ReadonlyArray<ErrorDetail> =>
  formatIssues(pruned(error.cause.issue))
    .issues.slice(0, MAX_LISTED_PROBLEMS)
    .map((issue): ErrorDetail => {
      const attribute = attributeOf(issue.path)
      return {
        resource,
        ...(attribute === undefined ? {} : { attribute }),
        errorType: issue.message === "Missing key" ? "required" : "invalid",
        customMessage: issue.message
      }
    })

const where = (problem: ErrorDetail): string =>
  problem.attribute === undefined ? problem.resource : `${problem.resource}.${problem.attribute}`

const refused = (errors: ReadonlyArray<ErrorDetail>) =>
  new BadRequest({
    message: errors.map((problem) => `${where(problem)}: ${problem.customMessage}`).join("; "),
    errors
  })

const isJson = (type: string | undefined): boolean => type === undefined || /\bjson\b/i.test(type)

const requireModest = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, text }) =>
  isJson(headers["content-type"])
    ? Effect.flatMap(Effect.orDie(text), (json) =>
        hasMoreValues(json, MAX_VALUES)
          ? Effect.fail(
              refused([
                {
                  resource: "body",
                  errorType: "invalid",
                  customMessage: `Expected at most ${MAX_VALUES} values in all`
                }
              ])
            )
          : Effect.void
      )
    : Effect.void
)

/** The 400 for an undecodable request. A response that does not fit its own schema is a defect, not the caller's fault. */
export const RequestErrorsLayer: Layer.Layer<RequestErrors> = Layer.succeed(RequestErrors, (handler, { endpoint }) =>
  Effect.catch(endpoint.payload.size === 0 ? handler : Effect.andThen(requireModest, handler), (error) => {
    if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
    if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
    return Effect.fail(refused(problemsOf(error, resourceOf[error.kind])))
  })
)
