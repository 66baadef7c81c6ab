/** Whether bytes are an archive that is fit to be kept: gzipped tar, within bounds, nothing in it leading out of it. */
import { Data, Effect, Stream } from "effect"
import { Tar } from "effect/encoding"
import { ArchiveLinks } from "./ArchiveLinks.ts"
import { entryFault } from "./entryFault.ts"
import { ExtendedHeaders } from "./ExtendedHeaders.ts"
import { inflated } from "./inflated.ts"

/** What an archive may be at most. */
export interface ArchiveBounds {
  readonly maxInflatedBytes: number
  readonly maxEntries: number
}

/** What is wrong with an archive, as the end of a sentence that begins "The archive". */
export class ArchiveFault extends Data.TaggedError("ArchiveFault")<{ readonly message: string }> {}

/** Headers beside the entries' own may take this much; more is no pack, but a load. */
const SPARE_BYTES = 1024 * 1024
const HEADER_BYTES_AN_ENTRY = 4096

/** How much has come, and how much of it the entries so far account for. */
class Weight {
  #inflated = 0
  #accounted = SPARE_BYTES
  #entries = 0
  readonly #headers = new ExtendedHeaders()
  readonly #links = new ArchiveLinks()
  readonly #bounds: ArchiveBounds

  constructor(bounds: ArchiveBounds) {
    this.#bounds = bounds
  }

  take(chunk: Uint8Array): string | undefined {
    this.#inflated += chunk.length
    if (this.#inflated > this.#bounds.maxInflatedBytes)
      return `has more than ${this.#bounds.maxInflatedBytes} bytes when it is inflated`
    if (this.#inflated > this.#accounted + chunk.length) return "holds more headers than files"
    return this.#headers.take(chunk)
  }

  enter(header: Tar.Header): string | undefined {
    this.#entries += 1
    this.#accounted += HEADER_BYTES_AN_ENTRY + header.size
    if (this.#entries > this.#bounds.maxEntries) return `holds more than ${this.#bounds.maxEntries} entries`
    return entryFault(header) ?? this.#links.enter(header)
  }

  get isEmpty(): boolean {
    return this.#entries === 0
  }
}

const refuseIf = (fault: string | undefined) =>
  fault === undefined ? Effect.void : Effect.fail(new ArchiveFault({ message: fault }))

const toFault = (cause: unknown): ArchiveFault => {
  if (cause instanceof ArchiveFault) return cause
  return new ArchiveFault({
    message: Tar.isTarError(cause) ? `is not a tar archive: ${cause.message}` : "is not gzip, or broke off"
  })
}

/** Reads the whole of it once and keeps none of it. */
export const verifyArchive = (
  bytes: Stream.Stream<Uint8Array>,
  bounds: ArchiveBounds
): Effect.Effect<void, ArchiveFault> =>
  Effect.suspend(() => {
    const weight = new Weight(bounds)
    return inflated(bytes).pipe(
      Stream.tap((chunk) => refuseIf(weight.take(chunk))),
      Stream.pipeThroughChannelOrFail(Tar.decode<unknown>()),
      Stream.runForEach(({ header }) => refuseIf(weight.enter(header))),
      Effect.mapError(toFault),
      Effect.andThen(Effect.suspend(() => refuseIf(weight.isEmpty ? "holds no files" : undefined)))
    )
  })
