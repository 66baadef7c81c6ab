/** The brackets of a text that are open, innermost last, for texts in which not every bracket is closed. Knows no meaning. */

/** Deeper brackets are ignored: real texts have three levels. */
const MAX_DEPTH = 16

/** Frames by kind; each kind is closed by its own marker, which ends everything inside it as well. Constant work per call, altogether. */
export class OpenBrackets<Kind extends string, Frame extends { readonly kind: Kind }> {
  readonly #frames: Array<Frame>
  readonly #open = new Map<Kind, number>()
  /** Openings that were ignored, whose ends are to be ignored as well. */
  readonly #ignored = new Map<Kind, number>()
  readonly #ended: (frame: Frame) => void

  /** `ended` hears of each frame that ends, when the one around it is the top again. */
  constructor(outermost: Frame, ended: (frame: Frame) => void) {
    this.#frames = [outermost]
    this.#ended = ended
  }

  /** The outermost frame first; never empty. */
  get frames(): ReadonlyArray<Frame> {
    return this.#frames
  }

  /** The innermost frame. */
  get top(): Frame {
    return this.#frames.at(-1) as Frame
  }

  push(frame: Frame): void {
    const counts = this.#frames.length < MAX_DEPTH ? this.#open : this.#ignored
    if (counts === this.#open) this.#frames.push(frame)
    counts.set(frame.kind, (counts.get(frame.kind) ?? 0) + 1)
  }

  /** Ends the innermost frame of a kind and everything inside it; nothing when there is none. */
  close(kind: Kind): void {
    const ignored = this.#ignored.get(kind) ?? 0
    if (ignored > 0) this.#ignored.set(kind, ignored - 1)
    else if ((this.#open.get(kind) ?? 0) > 0) while (this.#pop() !== kind);
  }

  /** Ends every frame but the outermost. */
  closeAll(): void {
    while (this.#frames.length > 1) this.#pop()
  }

  #pop(): Kind {
    const frame = this.top
    this.#frames.pop()
    this.#open.set(frame.kind, (this.#open.get(frame.kind) ?? 0) - 1)
    this.#ended(frame)
    return frame.kind
  }
}
