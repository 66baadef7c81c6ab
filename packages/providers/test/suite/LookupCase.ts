/** One function as the suite tries it, and the provider that it belongs to. */
import type { Effect, Layer } from "effect"
import type { AnyLookup } from "../../src/Lookup.ts"
import type { LookupError } from "../../src/LookupError.ts"
import type { AnyProvider } from "../../src/Provider.ts"
import type { Reply, Seen } from "./FakeApi.ts"

/** A function with what a service has to hold for it. `R` is the client of its provider. */
export interface LookupCase<R> {
  readonly lookup: AnyLookup<R>
  /** An input that the row fits. */
  readonly input: object
  /** Where the row comes from: the whole path on the server. */
  readonly path: string
  /**
   * `one`: the function expects exactly one row of a list. `list`: it gives all rows of a list. `single`: the path names
   * the row itself.
   */
  readonly shape: "one" | "list" | "single"
  /** A row as the service sends it, with more fields than are read. For `single`, the answer itself. */
  readonly row: unknown
  /** What the function gives when the service holds this row alone. */
  readonly output: object
  /** A field of the row, dotted, that the function can't do without. */
  readonly needs: string
  /** For lists: the field of the output that holds the items, and what the function does where there is none. */
  readonly list?: { readonly key: string; readonly empty: "NotFound" | "an empty list"; readonly paged: boolean }
  /** Further paths that the function asks, with their answers. */
  readonly others?: Readonly<Record<string, unknown>>
  /** Whether the OpenAPI document at hand has the path; it has by default. */
  readonly documented?: false
  /** The row as another one of many; without it, `id` is replaced by the number. */
  readonly another?: (row: never, number: number) => unknown
}

/** How the service of a provider speaks. */
export interface ProviderUnderTest<R> {
  readonly name: string
  readonly provider: AnyProvider
  /** A client for the server at this address. */
  readonly client: (url: string) => Layer.Layer<R, unknown>
  /** The answer that holds these rows, of which the query may ask for a part. */
  readonly rows: (rows: ReadonlyArray<unknown>, seen: Seen, lookup: LookupCase<R>) => Reply
  /** Rows that one page holds at most. */
  readonly pageRows: number
  /** The answer for a `single` row. */
  readonly single: (row: unknown) => Reply
  /** The service's own answer with this status. */
  readonly refusal: (status: 401 | 403 | 404 | 429 | 500) => Reply
  /** Questions besides those of functions, such as for the version or a token. */
  readonly besides?: (seen: Seen) => Reply | undefined
  readonly cases: ReadonlyArray<LookupCase<R>>
  /** Functions that always fail, without a question. */
  readonly unavailable?: ReadonlyArray<AnyLookup<R>>
  /**
   * The OpenAPI document, and what stands before its paths on the server. With `silentOnNull` it does not say which
   * fields may be null, though recorded answers have null. `leftOut` are paths that it does not have.
   */
  readonly openApi: {
    readonly file: URL
    readonly base: string
    readonly silentOnNull?: boolean
    readonly leftOut?: ReadonlyArray<string>
  }
}

/** Calls the function of a case with any input. */
export const callOf = <R>({ lookup }: LookupCase<R>, input: object): Effect.Effect<unknown, LookupError, R> =>
  lookup(input as never)
