/** The refusal of what lies on the disk and can't be read. Knows no format. */
import { reasonOf } from "./reasonOf.ts"
import { type Refusal, refused } from "./Refusal.ts"

/** Says which path, and why. */
export const unreadable =
  (path: string) =>
  (cause: unknown): Refusal => {
    const reason = reasonOf(cause)
    return refused(
      `${path} can't be read: ${reason.startsWith("ENOENT") ? "it is not there, or leads as a link to what is not" : reason}.`
    )
  }
