/** What `platform-control issuer …` does. */
import { type IssuerDefinition, type IssuerRecord, Issuers, type TrustRule } from "@platform-control/admin/server"
import { Console, Effect, Option } from "effect"
import { keyed } from "../keyed.ts"
import { printList, printRecord } from "../output/print.ts"
import { readText } from "../readText.ts"
import { misused, refused } from "../Refusal.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { wholeList } from "./wholeList.ts"

interface OfOrganization extends OnDatabase {
  readonly organization: string
}

interface OfIssuer extends OfOrganization {
  readonly issuer: string
}

interface Described extends OfIssuer {
  readonly jwks: Option.Option<string>
  readonly maxExpiration: Option.Option<number>
}

const definitionOf = (record: IssuerRecord): IssuerDefinition => ({
  name: record.name,
  url: record.url,
  ...(record.jwks === null ? {} : { jwks: record.jwks }),
  maxExpirationSeconds: record.maxExpirationSeconds,
  rules: record.rules
})

/** More than any number of keys that is taken needs, in bytes. */
const MAX_KEYS_BYTES = 1024 * 1024

/** What the file holds is checked by the service, as everything that is said of an issuer. */
const readKeys = Effect.fnUntraced(function* (path: Option.Option<string>) {
  if (Option.isNone(path)) return {}
  const text = yield* readText(path.value, MAX_KEYS_BYTES)
  return yield* Effect.try({
    try: () => ({ jwks: JSON.parse(text) as IssuerDefinition["jwks"] & {} }),
    catch: () => refused(`${path.value} is no JSON.`, "A JWK set is expected: what the issuer's jwks_uri answers.")
  })
})

const lifetime = ({ maxExpiration }: Described) =>
  Option.match(maxExpiration, { onNone: () => ({}), onSome: (maxExpirationSeconds) => ({ maxExpirationSeconds }) })

/** Prints the new issuer. */
export const create = onDatabase(
  Effect.fnUntraced(function* (input: Described & { readonly url: string; readonly json: boolean }) {
    const { create } = yield* Issuers
    const keys = yield* readKeys(input.jwks)
    const record = yield* create(input.organization, {
      name: input.issuer,
      url: input.url,
      ...keys,
      ...lifetime(input)
    })
    yield* printRecord(input.json, definitionOf(record), () =>
      [
        `${record.organization} now trusts ${record.url} as ${record.name}, and denies it everything`,
        `Allow something: platform-control issuer rule add ${record.organization} ${record.name} allow <type> --claim <path=pattern>`
      ].join("\n")
    )
  })
)

/** Changes what was named and leaves the rest. */
export const set = onDatabase(
  Effect.fnUntraced(function* (input: Described & { readonly url: Option.Option<string> }) {
    if ([input.url, input.jwks, input.maxExpiration].every((flag) => Option.isNone<unknown>(flag)))
      return yield* misused("There is nothing to change.", "Add --url, --jwks or --max-expiration.")
    const issuers = yield* Issuers
    const keys = yield* readKeys(input.jwks)
    const address = Option.match(input.url, { onNone: () => ({}), onSome: (url) => ({ url }) })
    yield* issuers.change(input.organization, input.issuer, (before) =>
      Effect.succeed({ ...definitionOf(before), ...address, ...keys, ...lifetime(input) })
    )
    yield* Console.log(`Changed issuer ${input.issuer} of ${input.organization}`)
  })
)

/** Prints all issuers of an organization in the order of their names. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OfOrganization & { readonly json: boolean }) {
    const issuers = yield* Issuers
    const found = yield* wholeList(
      (page: { readonly after?: string; readonly limit: number }) => issuers.list(input.organization, page),
      ({ name }) => name
    )
    yield* printList(input.json, found.map(definitionOf), {
      header: ["NAME", "URL", "KEYS", "LONGEST LIFETIME", "RULES"],
      row: (one) => [
        one.name,
        one.url,
        one.jwks === undefined ? "looked up" : `${one.jwks.keys.length} given`,
        `${one.maxExpirationSeconds} s`,
        `${one.rules?.length ?? 0}`
      ],
      empty: `${input.organization} trusts no issuer yet: platform-control issuer create ${input.organization} <name> --url <url>`
    })
  })
)

/** Stops trusting the issuer. */
export const remove = onDatabase(
  Effect.fnUntraced(function* (input: OfIssuer) {
    const issuers = yield* Issuers
    yield* issuers.remove(input.organization, input.issuer)
    yield* Console.log(`${input.organization} no longer trusts ${input.issuer}`)
  })
)

const nameOf = (rule: TrustRule): string => {
  switch (rule.tokenType) {
    case "organization":
      return rule.admin === undefined ? "" : rule.admin ? "admin" : "not admin"
    case "team":
      return rule.teamName ?? ""
    case "personal":
      return rule.userLogin ?? ""
    case "runner":
      return rule.runnerName ?? ""
  }
}

const claimsText = ({ claims }: TrustRule): string =>
  Object.entries(claims)
    .map(([path, pattern]) => `${path}=${pattern}`)
    .join(" ")

const printRules = (json: boolean, { name, organization, rules }: IssuerRecord) =>
  printList(json, rules, {
    header: ["POSITION", "DECISION", "TYPE", "NAME", "CLAIMS"],
    row: (one) => [`${rules.indexOf(one) + 1}`, one.decision, one.tokenType, nameOf(one), claimsText(one)],
    empty: `${name} has no rules, so it is denied everything: platform-control issuer rule add ${organization} ${name} …`
  })

/** Prints the rules in their order. */
export const listRules = onDatabase(
  Effect.fnUntraced(function* (input: OfIssuer & { readonly json: boolean }) {
    const issuers = yield* Issuers
    yield* printRules(input.json, yield* issuers.get(input.organization, input.issuer))
  })
)

interface NewRule extends OfIssuer {
  readonly decision: "allow" | "deny"
  readonly tokenType: TrustRule["tokenType"]
  readonly name: Option.Option<string>
  readonly admin: Option.Option<boolean>
  readonly claim: ReadonlyArray<string>
  readonly at: Option.Option<number>
  readonly json: boolean
}

const ruleOf = Effect.fnUntraced(function* (input: NewRule) {
  const { admin, decision, name, tokenType } = input
  if (tokenType === "organization" && Option.isSome(name))
    return yield* misused("--name does not go with organization tokens.", "They stand for the organization itself.")
  if (tokenType !== "organization" && Option.isSome(admin))
    return yield* misused(`--admin does not go with ${tokenType} tokens.`, "Only organization tokens know that scope.")
  const named = Option.getOrUndefined(name)
  const common = { decision, claims: yield* keyed("claim", input.claim, "<path=pattern>") }
  const rules: Readonly<Record<TrustRule["tokenType"], TrustRule>> = {
    organization: {
      ...common,
      tokenType: "organization",
      ...Option.match(admin, { onNone: () => ({}), onSome: (admin) => ({ admin }) })
    },
    team: { ...common, tokenType: "team", ...(named === undefined ? {} : { teamName: named }) },
    personal: { ...common, tokenType: "personal", ...(named === undefined ? {} : { userLogin: named }) },
    runner: { ...common, tokenType: "runner", ...(named === undefined ? {} : { runnerName: named }) }
  }
  return rules[tokenType]
})

/** Prints all rules, the new one among them. */
export const addRule = onDatabase(
  Effect.fnUntraced(function* (input: NewRule) {
    const rule = yield* ruleOf(input)
    const issuers = yield* Issuers
    const after = yield* issuers.change(
      input.organization,
      input.issuer,
      Effect.fnUntraced(function* (before) {
        const position = Option.getOrElse(input.at, () => before.rules.length + 1)
        if (position < 1 || position > before.rules.length + 1)
          return yield* misused(`--at ${position}: expected 1 to ${before.rules.length + 1}.`)
        return { ...definitionOf(before), rules: before.rules.toSpliced(position - 1, 0, rule) }
      })
    )
    yield* printRules(input.json, after)
  })
)

/** Prints which rule went. */
export const removeRule = onDatabase(
  Effect.fnUntraced(function* (input: OfIssuer & { readonly position: number }) {
    const issuers = yield* Issuers
    let removed: TrustRule | undefined
    yield* issuers.change(
      input.organization,
      input.issuer,
      Effect.fnUntraced(function* (before) {
        removed = before.rules[input.position - 1]
        if (removed === undefined)
          return yield* refused(
            `${input.issuer} has ${before.rules.length} rules, and none at position ${input.position}.`
          )
        return { ...definitionOf(before), rules: before.rules.toSpliced(input.position - 1, 1) }
      })
    )
    if (removed !== undefined)
      yield* Console.log(`Removed the rule: ${removed.decision} ${removed.tokenType} ${claimsText(removed)}`)
  })
)
