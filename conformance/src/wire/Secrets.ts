/** The one table of secret values: what is searched for in answers is what is hidden in reports. */

/** Shorter values would be found everywhere. */
const SHORTEST = 8

/** Values that must not be shown, each under the name that stands in its place. */
export class Secrets {
  readonly #names = new Map<string, string>()
  readonly #shownIn = new Map<string, number>()

  /** `shownIn` is the number of the one exchange whose answer may show the value, as it made it. */
  add(name: string, value: string, shownIn?: number): void {
    if (value.length < SHORTEST) return
    this.#names.set(value, name)
    if (shownIn !== undefined) this.#shownIn.set(value, shownIn)
  }

  /** The names of all secrets that stand in the text of an answer, and may not stand there. */
  foundIn(text: string, exchange?: number): ReadonlyArray<string> {
    return [...this.#names]
      .filter(([value]) => text.includes(value) && (exchange === undefined || this.#shownIn.get(value) !== exchange))
      .map(([, name]) => name)
  }

  /** The text with `<name>` in the place of every secret. */
  redact(text: string): string {
    let hidden = text
    for (const [value, name] of this.#names) hidden = hidden.replaceAll(value, `<${name}>`)
    return hidden
  }
}
