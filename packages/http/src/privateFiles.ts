/** Folders and files for what only the server's own user may read. Knows nothing of what they hold. */
import { mkdir } from "node:fs/promises"

const OWNER_ONLY_FOLDER = 0o700

/** The rights of a file that only its owner may read and write. */
export const OWNER_ONLY = 0o600

/** Makes the folder, and those above it, where they are absent; what is there keeps the rights that somebody gave it. */
export const makePrivateFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: OWNER_ONLY_FOLDER })
}

/** Whether something could not be made because it is there. */
export const isPresent = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "EEXIST"
