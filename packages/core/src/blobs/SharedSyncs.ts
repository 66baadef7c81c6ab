/** Syncs of folders that writers share, as the writes of one moment share a commit. Knows no file. */

/**
 * Who asks while a sync of the same folder runs waits for the next one: the running one may have begun too early to see
 * what was changed. However many ask meanwhile, that next one is a single sync.
 */
export class SharedSyncs {
  readonly #sync: (folder: string) => Promise<void>
  readonly #running = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<void>>()

  constructor(sync: (folder: string) => Promise<void>) {
    this.#sync = sync
  }

  /** Resolves once a sync that began after this call has ended; rejects when that one failed. */
  sync(folder: string): Promise<void> {
    const known = this.#next.get(folder)
    if (known !== undefined) return known
    const next = this.#after(this.#running.get(folder), folder)
    this.#next.set(folder, next)
    return next
  }

  async #after(running: Promise<void> | undefined, folder: string): Promise<void> {
    await running?.catch(() => undefined)
    this.#next.delete(folder)
    const begun = this.#sync(folder)
    this.#running.set(folder, begun)
    await begun.finally(() => {
      if (this.#running.get(folder) === begun) this.#running.delete(folder)
    })
  }
}
