/** What the server and a thread that prepares documentation say to each other, one import at a time. */
import type { ErrorDetail } from "@platform-control/core/Errors"
import type { PackageSchema } from "../../publish/packageSchema.ts"
import type { DocsRows } from "./DocsRows.ts"
import type { ImportOrder, OtherPackages } from "./importPackage.ts"

/** To the thread: an order, the schema's bytes up to the word that there are no more, and what the thread asks for. */
export type ToThread =
  | { readonly say: "begin"; readonly order: ImportOrder }
  | { readonly say: "bytes"; readonly bytes: Uint8Array }
  | { readonly say: "end" }
  | { readonly say: "others"; readonly others: OtherPackages }
  /** One part was stored; another one may come. */
  | { readonly say: "stored" }

/** What is known is said at once: waking a thread takes longer than reading a small schema. */
export type WordsToThread = ReadonlyArray<ToThread>

/**
 * From the thread: after `names` it waits for `others`, and no more than two parts are under way. The rows of `done` are
 * the last part, and small. After `failed`, a fault that `cause` describes, it takes another order as after `done`.
 */
export type FromThread =
  | { readonly say: "names"; readonly names: ReadonlyArray<string> }
  | { readonly say: "part"; readonly rows: DocsRows }
  | { readonly say: "done"; readonly metadata: PackageSchema; readonly rows: DocsRows }
  | { readonly say: "refused"; readonly problems: ReadonlyArray<ErrorDetail> }
  | { readonly say: "failed"; readonly cause: string }
