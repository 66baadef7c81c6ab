/** What making the issuers that an organization trusts so takes, as a platform file lists them. */
import { Effect } from "effect"
import { type IssuerRecord, Issuers } from "./Issuers.ts"
import { differences } from "./differences.ts"
import { at, inOrder, type Place, type Plan } from "./PlatformChanges.ts"
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

/** Trusts, changes and stops trusting; the list is complete. */
export const makeApplyIssuers = Effect.map(Issuers, (issuers) => {
  const remove = ({ organization, path }: Place, name: string): Plan => ({
    changes: [{ action: "remove", what: `issuer ${name} of ${organization}`, details: [] }],
    run: at(...path)(issuers.remove(organization, name))
  })

  const applyIssuer = (
    { organization, path }: Place,
    issuer: IssuerDefinition,
    before: IssuerRecord | undefined
  ): ReadonlyArray<Plan> => {
    const what = `issuer ${issuer.name} of ${organization}`
    if (before === undefined) {
      const create = Effect.asVoid(issuers.create(organization, issuer))
      return [{ changes: [{ action: "create", what, details: [issuer.url] }], run: at(...path)(create) }]
    }
    const details = detailsOf(before, issuer)
    if (details.length === 0) return []
    const replace = Effect.asVoid(issuers.replace(organization, issuer))
    return [{ changes: [{ action: "change", what, details }], run: at(...path)(replace) }]
  }

  /** `isNew`: there is no such organization yet. */
  return Effect.fnUntraced(function* (here: Place, wanted: ReadonlyArray<IssuerDefinition>, isNew: boolean) {
    const { organization, path } = here
    const listed = isNew ? [] : yield* at(...path)(issuers.list(organization, { limit: Number.MAX_SAFE_INTEGER }))
    const before = new Map(listed.map((issuer) => [issuer.name, issuer]))
    const kept = new Set(wanted.map(({ name }) => name))
    const moving = wanted.filter(({ name, url }) => (before.get(name)?.url ?? url) !== url).map(({ name }) => name)
    const freeAddresses: Plan = { changes: [], run: at(...path)(issuers.freeAddresses(organization, moving)) }
    return inOrder([
      ...listed.filter(({ name }) => !kept.has(name)).map(({ name }) => remove(here, name)),
      // Their new addresses may be those of others that move too.
      ...(moving.length === 0 ? [] : [freeAddresses]),
      ...wanted.flatMap((issuer, index) =>
        applyIssuer({ organization, path: [...path, index] }, issuer, before.get(issuer.name))
      )
    ])
  })
})
