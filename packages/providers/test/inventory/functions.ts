/** The inventory functions as the suite tries them, and a NetBox that speaks as version 4.6 does. */
import { getAsn, Inventory } from "../../src/inventory/index.ts"
import { jsonReply, type Reply } from "../suite/FakeApi.ts"
import type { LookupCase, ProviderUnderTest } from "../suite/LookupCase.ts"

const brief = (id: number, name: string) => ({
  id,
  url: `http://netbox.example/api/x/${id}/`,
  display: name,
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  description: ""
})

const tags = [brief(1, "Prod West"), brief(2, "edge")]

const dates = { created: "2026-11-21T00:59:50.184720Z", last_updated: "2026-11-21T00:59:50.184730Z" }

const cases: ReadonlyArray<LookupCase<Inventory>> = [
  {
    lookup: getAsn,
    input: { asn: "64512", tagN: "legacy" },
    path: "/api/ipam/asns/",
    shape: "one",
    row: {
      id: 1,
      asn: 64512,
      display: "AS64512",
      url: "http://netbox.example/api/ipam/asns/1/",
      rir: brief(1, "RFC 6996"),
      tenant: null,
      description: "private 64512",
      comments: "",
      tags,
      custom_fields: {},
      ...dates
    },
    output: { id: 1, asn: "64512", description: "private 64512", tagN: "legacy", tags: ["Prod West", "edge"] },
    needs: "asn"
  }
]

const texts = {
  401: "Invalid token",
  403: "You do not have permission to perform this action.",
  404: "No Prefix matches the given query.",
  429: "Request was throttled."
} as const

/** Pages as NetBox cuts them: `limit` counts up to a bound, and `next` names a host that may be another one. */
const page = (rows: ReadonlyArray<unknown>, query: URLSearchParams): Reply => {
  const limit = Number(query.get("limit") ?? 50)
  const offset = Number(query.get("offset") ?? 0)
  const results = rows.slice(offset, offset + limit)
  const more = offset + results.length < rows.length
  return jsonReply({
    count: rows.length,
    next: more ? `http://netbox.example/api/?limit=${limit}&offset=${offset + limit}` : null,
    previous: null,
    results
  })
}

export const inventoryUnderTest: ProviderUnderTest<Inventory> = {
  name: "inventory",
  client: (url) => Inventory.layer({ serverUrl: url, apiToken: "nbt_abcdefghijkl.secret" }),
  rows: (rows, { path, query }) => (path.endsWith("/available-prefixes/") ? jsonReply(rows) : page(rows, query)),
  pageRows: 100,
  single: (row) => jsonReply(row),
  refusal: (status) =>
    status === 500
      ? jsonReply(
          { error: "it broke", exception: "ValueError", netbox_version: "4.6.8", python_version: "3.14.8" },
          500
        )
      : jsonReply({ detail: texts[status] }, status),
  besides: ({ path }) => (path === "/api/status/" ? jsonReply({ "netbox-version": "4.6.8" }) : undefined),
  cases,
  openApi: {
    file: new URL("../../../../../shared/data/providers/inventory/netbox-4.2.2.openapi.trimmed.json", import.meta.url),
    base: ""
  }
}
