/** Requests that break something, made from the operations of the OpenAPI document. Knows no single operation. */
import fc from "fast-check"
import type { JsonSchema, Operation } from "./ApiContract.ts"
import { headerNames, largeBodies, oddBody, oddContentTypes, oddHeaderValue, oddJson, oddPiece } from "./oddValues.ts"
import type { Framing, RawRequest } from "./RawRequest.ts"

/** Valid texts by parameter or field name; what has none gets a plain word. */
export type Samples = (operation: Operation, name: string) => string

/** A request in parts, before it is put together. */
interface Draft {
  readonly method: string
  readonly path: ReadonlyArray<string>
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly headers: ReadonlyArray<readonly [string, string]>
  /** Field name to JSON text; undefined where there is no body. */
  readonly fields: ReadonlyArray<readonly [string, string]> | undefined
  /** Stands instead of the fields. */
  readonly body: Buffer | undefined
  readonly framing: Framing
  readonly version: string
  /** Stands instead of path and query. */
  readonly target: string | undefined
}

type Change = (draft: Draft) => Draft

const textOf = (schema: JsonSchema, fallback: string): string =>
  schema.enum?.[0] === undefined ? fallback : String(schema.enum[0])

const draftOf = (operation: Operation, samples: Samples): Draft => ({
  method: operation.method,
  path: operation.template
    .split("/")
    .slice(1)
    .map((part) => (part.startsWith("{") ? encodeURIComponent(samples(operation, part.slice(1, -1))) : part)),
  query: [],
  headers: [],
  fields:
    operation.body === undefined
      ? undefined
      : (operation.body.required ?? []).map((name) => [name, JSON.stringify(samples(operation, name))] as const),
  body: undefined,
  framing: "length",
  version: "HTTP/1.1",
  target: undefined
})

const replaced = <A>(items: ReadonlyArray<A>, index: number, item: A): ReadonlyArray<A> =>
  items.map((other, at) => (at === index ? item : other))

const oddPath = (operation: Operation): fc.Arbitrary<Change> => {
  const places = operation.template
    .split("/")
    .slice(1)
    .flatMap((part, index) => (part.startsWith("{") ? [index] : []))
  if (places.length === 0) return fc.constant((draft) => draft)
  return fc.tuple(fc.constantFrom(...places), oddPiece).map(([index, piece]) => (draft) => ({
    ...draft,
    path: replaced(draft.path, index, piece)
  }))
}

const oddQuery = (operation: Operation, samples: Samples): fc.Arbitrary<Change> => {
  const declared = operation.parameters.filter((parameter) => parameter.in === "query")
  const known = declared.map(
    ({ name, schema }) => [name, encodeURIComponent(textOf(schema, samples(operation, name)))] as const
  )
  const add =
    (...pairs: ReadonlyArray<readonly [string, string]>): Change =>
    (draft) => ({ ...draft, query: [...draft.query, ...pairs] })
  const unknownKey = fc.tuple(oddPiece, oddPiece).map((pair) => add(pair))
  if (known.length === 0) return unknownKey
  const one = fc.constantFrom(...known)
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(one, oddPiece).map(([[name], value]) => add([name, value])) },
    { weight: 2, arbitrary: one.map((pair) => add(pair)) },
    {
      weight: 2,
      arbitrary: fc.tuple(one, oddPiece).map(([[name, value], other]) => add([name, value], [name, other]))
    },
    {
      weight: 1,
      arbitrary: fc.tuple(one, oddPiece).map(([[name, value], suffix]) => add([`${name}[${suffix}]`, value]))
    },
    { weight: 1, arbitrary: unknownKey }
  )
}

const fieldNames = (operation: Operation) => Object.keys(operation.body?.properties ?? {})

const oddFields = (operation: Operation): fc.Arbitrary<Change> => {
  const name = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "toString", "", "\u0000"),
    fc.constantFrom("extra", ...fieldNames(operation))
  )
  const set = fc.tuple(name, oddJson).map(([field, json]): Change => (draft) => ({
    ...draft,
    fields: [...(draft.fields ?? []).filter(([other]) => other !== field), [field, json]]
  }))
  const missing = fc.nat().map((at): Change => (draft) => ({
    ...draft,
    fields: (draft.fields ?? []).filter((_, index, all) => index !== at % Math.max(1, all.length))
  }))
  const twice = fc.tuple(name, oddJson).map(([field, json]): Change => (draft) => ({
    ...draft,
    fields: [...(draft.fields ?? []), [field, json]]
  }))
  return fc.oneof({ weight: 6, arbitrary: set }, { weight: 1, arbitrary: missing }, { weight: 1, arbitrary: twice })
}

const withHeader =
  (name: string, value: string): Change =>
  (draft) => ({ ...draft, headers: [...draft.headers, [name, value]] })

const oddHeader: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom(...headerNames), oddHeaderValue)
  .map(([name, value]) => withHeader(name, value))

/** Without DELETE, which would not go wrong where a request reads something that exists. */
const methods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "REPORT",
  "QUERY",
  "get",
  "FOO",
  "G\u0000T"
]

const oddMethod: fc.Arbitrary<Change> = fc.constantFrom(...methods).map((method) => (draft) => ({ ...draft, method }))

const targets = [
  "*",
  "",
  "/",
  "//",
  "?",
  "/%",
  "http://other.example/api/user",
  "api/user",
  "/api",
  "/api/",
  "/api/registry/packages/",
  "//api//registry//packages",
  "/API/registry/packages",
  "/api/../api/user",
  "/api/registry/packages?",
  "/api/registry/packages?&&=&",
  "/api/user#x",
  "/api/user;a",
  "/.git/config",
  "/blobs/",
  "/blobs/a/../../x?expires=1",
  "/blobs/a?expires=1&maxBytes=1&signature=x",
  "/artifacts/private/a/b/1.0.0/schema.json",
  "/artifacts/%00/%00/%00/%00/%00",
  `/${"a".repeat(7000)}`,
  `/${"a/".repeat(3000)}`,
  "/\u00ff"
]

const oddTarget: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...targets).map((target): Change => (draft) => ({ ...draft, target })),
  fc.constant<Change>((draft) => ({ ...draft, path: [...draft.path, ""] })),
  oddPiece.map((piece): Change => (draft) => ({ ...draft, path: [...draft.path, piece] })),
  fc.nat({ max: 10 }).map((length): Change => (draft) => ({ ...draft, path: draft.path.slice(0, length) }))
)

const withBody =
  (body: Buffer): Change =>
  (draft) => ({ ...draft, body })

const framings: ReadonlyArray<Framing> = ["chunked", "none", "longer", "shorter", "both", "broken chunk"]

const oddFraming: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...framings).map((framing): Change => (draft) => ({ ...draft, framing })),
  fc.constantFrom("HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTX/1.1", "HTTP/1.1 x").map((version): Change => (draft) => ({
    ...draft,
    version
  }))
)

const oddEncoding: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...oddContentTypes).map((type) => withHeader("Content-Type", type)),
  fc
    .constantFrom("gzip", "gzip, gzip", "br", "deflate", "identity", "x", "")
    .map((encoding) => withHeader("Content-Encoding", encoding)),
  fc.constantFrom(...largeBodies).map(
    ({ body, encoding }): Change =>
      (draft) =>
        (encoding === undefined ? withBody(body) : withHeader("Content-Encoding", encoding))(withBody(body)(draft))
  )
)

const changeOf = (operation: Operation, samples: Samples): fc.Arbitrary<Change> =>
  fc.oneof(
    { weight: 20, arbitrary: oddPath(operation) },
    { weight: 20, arbitrary: oddQuery(operation, samples) },
    { weight: operation.body === undefined ? 1 : 30, arbitrary: oddFields(operation) },
    { weight: operation.body === undefined ? 1 : 10, arbitrary: oddBody.map(withBody) },
    { weight: 15, arbitrary: oddHeader },
    { weight: 3, arbitrary: oddMethod },
    { weight: 3, arbitrary: oddTarget },
    { weight: 1, arbitrary: oddFraming },
    { weight: 1, arbitrary: oddEncoding }
  )

const bodyOf = ({ body, fields }: Draft): Buffer | undefined =>
  body ??
  (fields === undefined
    ? undefined
    : Buffer.from(`{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`))

const requestOf = (draft: Draft): RawRequest => {
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join("&")
  const body = bodyOf(draft)
  const typed = body === undefined || draft.headers.some(([name]) => name.toLowerCase() === "content-type")
  return {
    method: draft.method,
    target: draft.target ?? `/${draft.path.join("/")}${query === "" ? "" : `?${query}`}`,
    version: draft.version,
    headers: typed ? draft.headers : [["Content-Type", "application/json"], ...draft.headers],
    body,
    framing: draft.framing
  }
}

/** Requests to any of the operations, each with one to three things wrong, most of them with one of these credentials. */
export const badRequest = (
  operations: ReadonlyArray<Operation>,
  samples: Samples,
  credentials: ReadonlyArray<string>
): fc.Arbitrary<RawRequest> =>
  fc
    .constantFrom(...operations)
    .chain((operation) =>
      fc.tuple(
        fc.constant(operation),
        fc.array(changeOf(operation, samples), { minLength: 1, maxLength: 3 }),
        fc.option(fc.constantFrom(...credentials), { freq: 10, nil: undefined })
      )
    )
    .map(([operation, changes, credential]) => {
      const draft = changes.reduce((changed, change) => change(changed), draftOf(operation, samples))
      return requestOf(credential === undefined ? draft : withHeader("Authorization", `Bearer ${credential}`)(draft))
    })
