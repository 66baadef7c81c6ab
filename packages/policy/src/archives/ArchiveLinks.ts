/**
 * The links of an archive, entry by entry. What a link leads to is judged by its text alone, so nothing may be unpacked by
 * way of another link, whose target is somewhere else than the text says.
 */
import type { Tar } from "effect/encoding"
import { segmentsOf, shown } from "./paths.ts"

/** One text for each place; many file systems take capitals and small letters for the same. */
const placeOf = (path: string): string =>
  segmentsOf(path)
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/")
    .toLowerCase()

export class ArchiveLinks {
  readonly #links = new Set<string>()

  /** Takes the next entry, which is in order by itself. A sentence's end when it would be unpacked by way of a link. */
  enter({ linkTarget = "", path, type }: Tar.Header): string | undefined {
    const place = placeOf(path)
    if (this.#links.size > 0) {
      for (let end = place.indexOf("/"); end !== -1; end = place.indexOf("/", end + 1))
        if (this.#links.has(place.slice(0, end)))
          return `holds ${shown(path)}, which stands behind the link ${shown(place.slice(0, end))}`
      if (type === "Hardlink" && this.#links.has(placeOf(linkTarget)))
        return `holds the link ${shown(path)} to another link`
    }
    if (type === "Symlink") this.#links.add(place)
    return undefined
  }
}
