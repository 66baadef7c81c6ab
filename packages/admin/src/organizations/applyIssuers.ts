/** Makes the issuers that an organization trusts so, as a platform file lists them. */
import { Effect } from "effect"
import { type IssuerRecord, Issuers } from "./Issuers.ts"
import { differences } from "./differences.ts"
import { at, type PlatformChange } from "./PlatformChanges.ts"
import { DEFAULT_MAX_EXPIRATION_SECONDS, type IssuerDefinition } from "./TrustRule.ts"

const stated = ({ jwks, maxExpirationSeconds, rules, url }: IssuerDefinition) => ({
  url,
  jwks: jwks ?? null,
  maxExpirationSeconds: maxExpirationSeconds ?? DEFAULT_MAX_EXPIRATION_SECONDS,
  rules: rules ?? []
})

/** Keys and rules are too long to be shown before and after. */
const detailsOf = (before: IssuerRecord, issuer: IssuerDefinition): ReadonlyArray<string> =>
  differences(before, stated(issuer)).details.map((detail) => /^(?:jwks|rules)\b/.exec(detail)?.[0] ?? detail)

/** Trusts, changes and stops trusting; the list is complete. Gives what was done. */
export const makeApplyIssuers = Effect.map(Issuers, (issuers) => {
  const applyIssuer = Effect.fnUntraced(function* (
    organization: string,
    issuer: IssuerDefinition,
    before: IssuerRecord | undefined
  ) {
    const what = `issuer ${issuer.name} of ${organization}`
    if (before === undefined) {
      yield* issuers.create(organization, issuer)
      return [{ action: "create", what, details: [issuer.url] }] satisfies ReadonlyArray<PlatformChange>
    }
    const details = detailsOf(before, issuer)
    if (details.length === 0) return []
    yield* issuers.replace(organization, issuer)
    return [{ action: "change", what, details }] satisfies ReadonlyArray<PlatformChange>
  })

  return Effect.fnUntraced(function* (organization: string, wanted: ReadonlyArray<IssuerDefinition>, place: number) {
    const here = ["organizations", place, "issuers"]
    const changes: Array<PlatformChange> = []
    const before = yield* at(...here)(issuers.list(organization, { limit: Number.MAX_SAFE_INTEGER }))
    for (const { name } of before.filter((one) => wanted.every(({ name }) => name !== one.name))) {
      yield* at(...here)(issuers.remove(organization, name))
      changes.push({ action: "remove", what: `issuer ${name} of ${organization}`, details: [] })
    }
    for (const [index, issuer] of wanted.entries()) {
      const known = before.find(({ name }) => name === issuer.name)
      changes.push(...(yield* at(...here, index)(applyIssuer(organization, issuer, known))))
    }
    return changes
  })
})
