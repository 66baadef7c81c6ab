/** Markdown put together from pieces, without piling up blank lines where something between two pieces was left out. */

/** Collects pieces; linear in their length, however many there are. */
export class JoinedText {
  #pieces: Array<string> = []
  #tail = "\n\n"

  add(text: string): void {
    const piece = this.#tail === "\n\n" ? text.replace(/^\n+/, "") : text
    if (piece === "") return
    this.#pieces.push(piece)
    this.#tail = (this.#tail + piece.slice(-2)).slice(-2)
  }

  /** What was added since the last time. */
  take(): string {
    const text = this.#pieces.join("")
    this.#pieces = []
    return text
  }
}
