/** What requests about access tokens say. Lengths and times are checked by the service, which says what it expects. */
import { Schema } from "effect"
import { ContinuationToken, pageSize } from "@platform-control/core/Paging"

/** Largest page; also the largest that may be asked for. */
export const MAX_PAGE_SIZE = 1000

/** Characters of a text that is not bounded more closely. */
const MAX_TEXT = 4096

const text = Schema.String.pipe(Schema.check(Schema.isMaxLength(MAX_TEXT)))

const page = {
  continuationToken: Schema.optionalKey(
    ContinuationToken.annotate({ description: "From an earlier page of the same list." })
  ),
  maxResults: Schema.optionalKey(
    pageSize(MAX_PAGE_SIZE).annotate({
      description: "Asks for a page of at most so many tokens; 100 when there is only a `continuationToken`."
    })
  )
}

/** Which of an organization's tokens are shown. */
export const TokenStatus = Schema.Literals(["active", "expired", "all"])
export type TokenStatus = typeof TokenStatus.Type

export const OrganizationTokensQuery = {
  ...page,
  filter: Schema.optionalKey(TokenStatus.annotate({ description: "`active` when absent." }))
}
export type OrganizationTokensQuery = Schema.Struct<typeof OrganizationTokensQuery>["Type"]

export const UserTokensQuery = {
  ...page,
  filter: Schema.optionalKey(text.annotate({ description: "A part of the description, letter by letter." }))
}
export type UserTokensQuery = Schema.Struct<typeof UserTokensQuery>["Type"]

export const ReasonQuery = {
  reason: Schema.optionalKey(text.annotate({ description: "Why, for the audit log; at most 1024 characters." }))
}

const expires = Schema.Int.annotate({
  description: "Unix seconds up to two years from now; 0 or absent for a token that never expires."
})

const description = text.annotate({ description: "What it is for, at most 1024 characters." })

/** An organization's token that is to be made. */
export const NewOrganizationAccessToken = Schema.Struct({
  description,
  name: text.annotate({
    description: "1 to 40 characters, used by no token that the organization has or had."
  }),
  admin: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether it may do everything in the organization; false when absent." })
  ),
  expires: Schema.optionalKey(expires),
  roleID: Schema.optionalKey(
    text.annotate({ description: "The id of the role that it has instead of `member`; see `role` in the list." })
  )
}).annotate({ identifier: "NewOrganizationAccessToken" })
export type NewOrganizationAccessToken = typeof NewOrganizationAccessToken.Type

/** A personal token that is to be made. */
export const NewPersonalAccessToken = Schema.Struct({
  description,
  expires: Schema.optionalKey(expires)
}).annotate({ identifier: "NewPersonalAccessToken" })
export type NewPersonalAccessToken = typeof NewPersonalAccessToken.Type
