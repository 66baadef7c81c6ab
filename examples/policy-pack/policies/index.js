/** The rules as a runtime would run them: each takes a resource's properties and says whether they are allowed. */
export const policies = {
  "no-public-bucket": ({ acl }) => acl !== "public-read",
  region: ({ region }, { allowed }) => allowed.includes(region)
}
