/** The words in which the operation table describes operations. Knows none. */
import type { RecordShape, Shape } from "./Shape.ts"

/** Rules and operations belong to profiles, which a server can have or lack as a whole. */
export type Profile = "admin/services" | "admin/tokens" | "core" | "policy" | "registry" | "token-exchange"

/** One parameter of a query. */
export interface QueryParameter {
  readonly shape: Shape
  /** Whether the specification lists every allowed value; others are recorded, never judged. */
  readonly closed: boolean
}

/** How a list is paged (Spec A, Endpoints). */
export interface Paging {
  readonly items: string
  readonly sizeParameter: string
  readonly defaultSize: number
}

/** One operation, from the specification alone. */
export interface Operation {
  readonly id: string
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT"
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly profile: Profile
  /** Operations that a server has or lacks together; a group that it lacks as a whole is not compared. */
  readonly group: string
  /** Whether callers without a credential are answered (Spec A, Authentication). */
  readonly access: "credential" | "public"
  /** The permission that the specification or its open points name. */
  readonly permission?: "RegistryPublish"
  readonly query: Readonly<Record<string, QueryParameter>>
  readonly body?: RecordShape
  readonly success: { readonly status: number; readonly body?: RecordShape }
  /** Whether the success is Markdown where the caller prefers it, instead of JSON (Spec A, Registry). */
  readonly negotiated?: true
  /** Statuses that the specification names for refusals. */
  readonly refusals: ReadonlyArray<number>
  readonly paging?: Paging
}

/** Any request may be refused with these, whatever its operation says. */
export const refusedAnywhere: ReadonlyArray<number> = [400, 401, 403, 404, 405, 406, 413, 415, 429]
