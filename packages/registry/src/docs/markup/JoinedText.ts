/** Markdown put together from pieces, without piling up blank lines where something between two pieces was left out. */

/** The end of a text, as much as is needed to see whether a blank line is there. */
export const BLANK_LINE = "\n\n"

/** The new end of a text that ends with `tail` and goes on with `piece`. */
export const tailOf = (tail: string, piece: string): string => (tail + piece.slice(-2)).slice(-2)

/** A piece for a text that ends with `tail`, without line ends that would leave more than one blank line between them. */
export const fitted = (tail: string, piece: string): string => {
  const most = tail.endsWith(BLANK_LINE) ? 0 : tail.endsWith("\n") ? 1 : 2
  let lines = 0
  while (piece[lines] === "\n") lines += 1
  return lines > most ? piece.slice(lines - most) : piece
}

/** Collects pieces; linear in their length, however many there are. */
export class JoinedText {
  #pieces: Array<string> = []
  #tail = BLANK_LINE

  add(text: string): void {
    const piece = fitted(this.#tail, text)
    if (piece === "") return
    this.#pieces.push(piece)
    this.#tail = tailOf(this.#tail, piece)
  }

  /** What was added since the last time. */
  take(): string {
    const text = this.#pieces.join("")
    this.#pieces = []
    return text
  }
}
