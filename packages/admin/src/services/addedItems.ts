/** What the audit log says of items that were attached to a service at a time. Pure. */
import type { AddServiceItem } from "../contract/index.ts"

/** The audit log is searched by its targets: PostgreSQL takes no entry of an index above 2,700 bytes. */
const MAX_CHARACTERS = 1000

/**
 * Every item, in as few targets as hold them: `shop/stack/web/one, stack/web/two`. A single one is named as it is when it
 * is detached. None without items.
 */
export const addedItems = (service: string, items: ReadonlyArray<AddServiceItem>): ReadonlyArray<string> => {
  const targets: Array<string> = []
  for (const { name, type } of items) {
    const item = `${type}/${name}`
    const last = targets.at(-1)
    if (last === undefined || last.length + item.length + 2 > MAX_CHARACTERS) targets.push(`${service}/${item}`)
    else targets[targets.length - 1] = `${last}, ${item}`
  }
  return targets
}
