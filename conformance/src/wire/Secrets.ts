/** The one table of secret values: what is searched for in answers is what is hidden in reports. */

/** Shorter values would be found everywhere. */
const SHORTEST = 8

/** Values that must not be shown, each under the name that stands in its place. */
export class Secrets {
  readonly #names = new Map<string, string>()

  add(name: string, value: string): void {
    if (value.length >= SHORTEST) this.#names.set(value, name)
  }

  /** The names of all secrets that stand in a text. */
  foundIn(text: string): ReadonlyArray<string> {
    return [...this.#names].filter(([value]) => text.includes(value)).map(([, name]) => name)
  }

  /** The text with `<name>` in the place of every secret. */
  redact(text: string): string {
    let hidden = text
    for (const [value, name] of this.#names) hidden = hidden.replaceAll(value, `<${name}>`)
    return hidden
  }
}
