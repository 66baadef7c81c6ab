/** What every function of every provider keeps, as one table: each case runs through all of it. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Duration, Effect, Exit, Schema } from "effect"
import { Waiting } from "../../src/api/retries.ts"
import type { AnyLookup } from "../../src/Lookup.ts"
import { type FakeApi, fakeApi, jsonReply, type Reply, type Seen } from "./FakeApi.ts"
import { callOf, type LookupCase, type ProviderUnderTest } from "./LookupCase.ts"
import { readApiDocument } from "./openApi.ts"

interface Run {
  readonly exit: Exit.Exit<unknown, unknown>
  readonly api: FakeApi
  /** The requests for the case's own path. */
  readonly asked: ReadonlyArray<Seen>
  readonly waits: ReadonlyArray<number>
}

const numbered = <R>({ row, another }: LookupCase<R>, count: number): ReadonlyArray<unknown> =>
  Array.from({ length: count }, (_, index) =>
    another === undefined ? { ...(row as object), id: index + 1 } : another(row as never, index + 1)
  )

const errorOf = (exit: Exit.Exit<unknown, unknown>): { readonly _tag: string; readonly message: string } => {
  if (Exit.isSuccess(exit)) return assert.fail(`Expected a failure, got ${JSON.stringify(exit.value)}`)
  const [reason] = exit.cause.reasons
  return (reason !== undefined && "error" in reason ? reason.error : reason) as never
}

const valueOf = (exit: Exit.Exit<unknown, unknown>): Record<string, unknown> =>
  Exit.isSuccess(exit) ? (exit.value as never) : assert.fail(errorOf(exit).message)

const withoutField = (value: unknown, [field = "", ...rest]: ReadonlyArray<string>): unknown => {
  const { [field]: inner, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [field]: withoutField(inner, rest) }
}

/** Runs a case against a server whose answers on the case's path are these, the last one again and again. */
const run = <R>(
  provider: ProviderUnderTest<R>,
  one: LookupCase<R>,
  replies: ReadonlyArray<Reply | ((seen: Seen) => Reply)>,
  input: object = one.input
): Effect.Effect<Run> =>
  Effect.gen(function* () {
    const waits: Array<number> = []
    let answered = 0
    const api = yield* fakeApi((seen) => {
      if (seen.path === one.path) {
        const reply = replies[Math.min(answered++, replies.length - 1)] ?? jsonReply({}, 500)
        return typeof reply === "function" ? reply(seen) : reply
      }
      return replyTo(provider, one, seen)
    })
    const exit = yield* callOf(one, input).pipe(
      Effect.provide(provider.client(api.url)),
      Effect.provideService(Waiting, (wait) => Effect.sync(() => waits.push(Duration.toMillis(wait)))),
      Effect.exit
    )
    return { exit, api, waits, asked: api.seen.filter(({ path }) => path === one.path) }
  }).pipe(Effect.scoped)

const replyTo = <R>(provider: ProviderUnderTest<R>, one: LookupCase<R>, seen: Seen): Reply => {
  if (seen.path === one.path) return holding(provider, one, [one.row])(seen)
  const other = one.others?.[seen.path]
  return other === undefined ? (provider.besides?.(seen) ?? provider.refusal(404)) : jsonReply(other)
}

/** The service holds these rows. */
const holding =
  <R>(provider: ProviderUnderTest<R>, one: LookupCase<R>, rows: ReadonlyArray<unknown>) =>
  (seen: Seen): Reply =>
    one.shape === "single"
      ? rows.length === 0
        ? provider.refusal(404)
        : provider.single(rows[0])
      : provider.rows(rows, seen, one)

const found = <R>(provider: ProviderUnderTest<R>, one: LookupCase<R>) => {
  const { lookup, output, row } = one
  const good = holding(provider, one, [row])

  it.effect("gives what the service holds", () =>
    Effect.gen(function* () {
      const { exit } = yield* run(provider, one, [good])
      assert.deepStrictEqual(valueOf(exit), output)
      assert.isTrue(Schema.is(lookup.output)(output))
    })
  )

  it.effect("ignores fields that it does not know", () =>
    Effect.gen(function* () {
      const { exit } = yield* run(provider, one, [
        holding(provider, one, [{ ...(row as object), aNewField: { deep: [1] } }])
      ])
      assert.deepStrictEqual(valueOf(exit), output)
    })
  )

  it.effect("names a field that is missing", () =>
    Effect.gen(function* () {
      const { exit } = yield* run(provider, one, [holding(provider, one, [withoutField(row, one.needs.split("."))])])
      const error = errorOf(exit)
      assert.strictEqual(error._tag, "UnexpectedAnswer")
      assert.include(error.message, one.needs)
    })
  )
}

const several = <R>(provider: ProviderUnderTest<R>, one: LookupCase<R>) => {
  it.effect("says that nothing is found", () =>
    Effect.gen(function* () {
      const { exit } = yield* run(provider, one, [holding(provider, one, [])])
      if (one.list?.empty === "an empty list") assert.deepStrictEqual(valueOf(exit)[one.list.key], [])
      else assert.strictEqual(errorOf(exit)._tag, "NotFound")
    })
  )

  if (one.shape === "one")
    it.effect("says that several are found", () =>
      Effect.gen(function* () {
        const { exit } = yield* run(provider, one, [holding(provider, one, numbered(one, 2))])
        assert.strictEqual(errorOf(exit)._tag, "Ambiguous")
      })
    )

  const { list } = one
  if (list === undefined) return
  const count = list.paged ? provider.pageRows * 2 + 1 : 3
  it.effect(list.paged ? "reads three pages to their end" : "gives several", () =>
    Effect.gen(function* () {
      const { asked, exit } = yield* run(provider, one, [holding(provider, one, numbered(one, count))])
      assert.lengthOf(valueOf(exit)[list.key] as ReadonlyArray<unknown>, count)
      assert.lengthOf(asked, list.paged ? 3 : 1)
    })
  )
  if (list.paged)
    it.effect("fails as a whole when a later page fails", () =>
      Effect.gen(function* () {
        const all = holding(provider, one, numbered(one, count))
        const { exit } = yield* run(provider, one, [all, provider.refusal(403)])
        assert.isTrue(Exit.isFailure(exit))
      })
    )
}

const refusals = <R>(provider: ProviderUnderTest<R>, one: LookupCase<R>) => {
  const statuses = [
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "NotFound"]
  ] as const
  for (const [status, tag] of statuses)
    it.effect(`${tag} for ${status}, asked once`, () =>
      Effect.gen(function* () {
        const { asked, exit } = yield* run(provider, one, [provider.refusal(status)])
        assert.strictEqual(errorOf(exit)._tag, tag)
        assert.lengthOf(asked, 1)
      })
    )

  const good = holding(provider, one, [one.row])
  it.effect("waits as long as a 429 asks, then succeeds", () =>
    Effect.gen(function* () {
      const limited = provider.refusal(429)
      const { exit, waits } = yield* run(provider, one, [
        { ...limited, headers: { ...limited.headers, "retry-after": "7" } },
        good
      ])
      assert.deepStrictEqual(valueOf(exit), one.output)
      assert.deepStrictEqual(waits, [7000])
    })
  )

  it.effect("does not wait an hour", () =>
    Effect.gen(function* () {
      const limited = provider.refusal(429)
      const { exit, waits } = yield* run(provider, one, [
        { ...limited, headers: { ...limited.headers, "retry-after": "3600" } }
      ])
      assert.strictEqual(errorOf(exit)._tag, "RateLimited")
      assert.include(errorOf(exit).message, "3600 s")
      assert.lengthOf(waits, 0)
    })
  )

  it.effect("succeeds after 500 thrice, and gives up after a fourth", () =>
    Effect.gen(function* () {
      const fault = provider.refusal(500)
      const passing = yield* run(provider, one, [fault, fault, fault, good])
      assert.deepStrictEqual(valueOf(passing.exit), one.output)
      assert.lengthOf(passing.waits, 3)
      const lasting = yield* run(provider, one, [fault])
      assert.strictEqual(errorOf(lasting.exit)._tag, "Unavailable")
      assert.lengthOf(lasting.asked, 4)
    })
  )

  it.effect("UnexpectedAnswer for malformed JSON and for a page of HTML", () =>
    Effect.gen(function* () {
      const type = { "content-type": "application/json" }
      const cut = yield* run(provider, one, [{ status: 200, headers: type, body: '{"count": 1, "res' }])
      assert.strictEqual(errorOf(cut.exit)._tag, "UnexpectedAnswer")
      const page = yield* run(provider, one, [
        { status: 200, headers: { "content-type": "text/html" }, body: "<html>Log in</html>" }
      ])
      assert.strictEqual(errorOf(page.exit)._tag, "UnexpectedAnswer")
      assert.include(errorOf(page.exit).message, "Log in")
    })
  )
}

const inputs = <R>(provider: ProviderUnderTest<R>, one: LookupCase<R>) => {
  const { lookup } = one
  const refused = Effect.fnUntraced(function* (input: object) {
    const { api, exit } = yield* run(provider, one, [holding(provider, one, [one.row])], input)
    assert.strictEqual(errorOf(exit)._tag, "InvalidInput")
    assert.lengthOf(api.seen, 0)
    return errorOf(exit).message
  })

  it.effect("refuses an input of an unknown name before it asks", () =>
    Effect.map(refused({ ...one.input, nothingLikeThis: 1 }), (message) => assert.include(message, "nothingLikeThis"))
  )

  for (const rule of lookup.rules)
    it.effect.prop(
      `refuses any input without ${rule.names.join(", ")} before it asks`,
      { input: lookup.input },
      ({ input }) =>
        refused(Object.fromEntries(Object.entries(input as object).filter(([name]) => !rule.names.includes(name)))),
      { arbitrary: { runs: 5 } }
    )

  it.effect("has a schema that generates inputs, and takes its own example", () =>
    Effect.gen(function* () {
      const generated = yield* Arbitrary.sampleEffect(Arbitrary.schema(lookup.input), { count: 25, seed: 7 })
      assert.lengthOf(generated, 25)
      for (const input of [...generated, lookup.example]) assert.isTrue(Schema.is(lookup.input)(input))
    })
  )
}

const requests = <R>(provider: ProviderUnderTest<R>) => {
  const document = readApiDocument(provider.openApi)
  // Needs ../shared, which is not part of the repository.
  describe.skipIf(document === undefined)("requests and answers, by the OpenAPI document", () => {
    for (const one of provider.cases)
      it.effect.skipIf(one.documented === false)(`${one.lookup.functionName}, ${one.path}`, () =>
        Effect.gen(function* () {
          const { api } = yield* run(provider, one, [holding(provider, one, [one.row])])
          assert.isNotEmpty(api.seen)
          for (const seen of api.seen) {
            assert.deepStrictEqual(document?.requestProblems(seen), [])
            assert.deepStrictEqual(document?.answerProblems(seen, replyTo(provider, one, seen)), [])
          }
        })
      )
  })
}

const unavailable = <R>(provider: ProviderUnderTest<R>, lookup: AnyLookup<R>) => {
  it.effect("always fails, and asks nothing", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => provider.refusal(500))
      const exit = yield* Effect.exit(Effect.provide(lookup(lookup.example as never), provider.client(api.url)))
      assert.strictEqual(errorOf(exit)._tag, "Unavailable")
      assert.include(errorOf(exit).message, "deprecated and unavailable")
      assert.isDefined(lookup.deprecated)
      assert.lengthOf(api.seen, 0)
    })
  )
}

/** The table over all functions of a provider. */
export const lookupSuite = <R>(provider: ProviderUnderTest<R>): void => {
  for (const one of provider.cases)
    describe(`${one.lookup.functionName}, ${one.path}`, () => {
      found(provider, one)
      several(provider, one)
      refusals(provider, one)
      inputs(provider, one)
    })
  for (const lookup of provider.unavailable ?? [])
    describe(lookup.functionName, () => {
      unavailable(provider, lookup)
    })
  describe(provider.name, () => {
    it("has a case for every function", () => {
      assert.sameMembers(
        [
          ...new Set(
            [...provider.cases.map(({ lookup }) => lookup), ...(provider.unavailable ?? [])].map(
              ({ functionName }) => functionName
            )
          )
        ],
        provider.provider.functions.map(({ functionName }) => functionName)
      )
    })
    requests(provider)
  })
}
