/** How much work it is to compile a regular expression (RE2 syntax), told from its text before anything is compiled. */

/** A Unicode class has hundreds of ranges, which are sorted, and folded where letters match in both cases. */
const UNICODE_CLASS = 100
const FOLDED_UNICODE_CLASS = 200
/** Its ranges are looked through again for every repetition. */
const UNICODE_CLASS_AGAIN = 5
const RANGES_A_STEP = 100

const FOLDED_CLASS = 10

/** Where letters match in both cases, every character of a range is looked up. */
const FOLDED_CHARACTERS_A_STEP = 12

const OPEN_AT = /\(\?(?<flags>[imsU-]*)(?<end>[:)])|\((?:\?P?<[^>]*>)?/y
const REPEAT_AT = /\{(?<min>0|[1-9][0-9]*)(?<comma>,(?<max>0|[1-9][0-9]*)?)?\}/y
const UNICODE_CLASS_AT = /\\[pP](?:\{[^}]*\}|[\s\S])/uy
const PERL_CLASS_AT = /\\[dDsSwW]/y
const QUOTED_AT = /\\Q(?<quoted>[\s\S]*?)(?:\\E|$)/y
const ESCAPE_AT = /\\(?:x\{[0-9A-Fa-f]+\}|[\s\S])/uy
const CLASS_ESCAPE_AT =
  /\\x\{(?<braced>[0-9A-Fa-f]+)\}|\\x(?<hex>[0-9A-Fa-f]{2})|\\(?<octal>[0-7]{1,3})|\\(?<own>[\s\S])/uy

/** A group that is open: what is in it so far, and the last part, which a repetition repeats. */
interface Group {
  readonly own: number
  size: number
  last: number
}

const repeated = (size: number, min: number, max: number | undefined): number =>
  Math.max(1, max === undefined ? Math.max(min, 1) * size + 2 : min * size + (max - min) * (size + 1))

/** Reads as RE2 does; of what RE2 refuses it may say anything, as nothing of that is compiled. */
class Reading {
  readonly #text: string
  readonly #outer: Group = { own: 2, size: 0, last: 0 }
  readonly #groups: Array<Group> = []
  #at = 0
  #classes = 0
  #folds = false

  constructor(text: string) {
    this.#text = text
  }

  steps(): number {
    while (this.#at < this.#text.length) this.#read(this.#text.charAt(this.#at))
    return this.#outer.own + Math.max(1, this.#outer.size) + this.#classes
  }

  #read(next: string): void {
    switch (next) {
      case "(":
        return this.#open()
      case "\\":
        return this.#readEscape()
      case "{":
        return this.#readRepeat()
    }
    this.#at += 1
    switch (next) {
      case ")":
        return this.#close()
      case "[":
        return this.#readClass()
      case "|":
        this.#add(2)
        this.#group.last = 0
        return
      case "*":
        return this.#repeat(0, undefined)
      case "+":
        return this.#repeat(1, undefined)
      case "?":
        return this.#repeat(0, 1)
      default:
        return this.#add(1)
    }
  }

  #next(pattern: RegExp): Readonly<Record<string, string | undefined>> | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found.groups ?? {}
  }

  get #group(): Group {
    return this.#groups.at(-1) ?? this.#outer
  }

  #add(size: number): void {
    this.#group.size += size
    this.#group.last = size
  }

  #repeat(min: number, max: number | undefined): void {
    const group = this.#group
    const size = repeated(group.last, min, max)
    group.size += size - group.last
    group.last = size
  }

  /** `(?i)` is of the group that it stands in and opens none, `(?i:` opens one. */
  #open(): void {
    const found = this.#next(OPEN_AT)
    if (found?.["flags"]?.includes("i") === true) this.#folds = true
    if (found?.["end"] !== ")") this.#groups.push({ own: found?.["end"] === ":" ? 0 : 2, size: 0, last: 0 })
  }

  #close(): void {
    const group = this.#groups.pop()
    if (group !== undefined) this.#add(group.own + Math.max(1, group.size))
  }

  #readRepeat(): void {
    const found = this.#next(REPEAT_AT)
    if (found === undefined) {
      this.#at += 1
      return this.#add(1)
    }
    const [min, max] = [Number(found["min"]), found["max"]]
    this.#repeat(min, found["comma"] === undefined ? min : max === undefined ? undefined : Number(max))
  }

  #readEscape(): void {
    const quoted = this.#next(QUOTED_AT)?.["quoted"]
    if (quoted !== undefined) for (const _ of quoted) this.#add(1)
    else if (this.#next(UNICODE_CLASS_AT) !== undefined)
      this.#addClass(1 + UNICODE_CLASS_AGAIN, this.#folds ? FOLDED_UNICODE_CLASS : UNICODE_CLASS)
    else if (this.#next(PERL_CLASS_AT) !== undefined) this.#addClass(1, this.#folds ? FOLDED_CLASS : 0)
    else {
      if (this.#next(ESCAPE_AT) === undefined) this.#at += 1
      this.#add(1)
    }
  }

  #addClass(size: number, steps: number): void {
    this.#classes += steps
    this.#add(size)
  }

  /** From behind the bracket. A `]` that comes first stands for itself. */
  #readClass(): void {
    if (this.#text[this.#at] === "^") this.#at += 1
    const first = this.#at
    let ranges = 0
    let hasUnicode = false
    while (this.#at < this.#text.length && (this.#text[this.#at] !== "]" || this.#at === first)) {
      ranges += this.#folds ? 4 : 1
      if (this.#readClassItem() === "unicode") hasUnicode = true
    }
    this.#at += 1
    this.#add(1 + Math.floor(ranges / RANGES_A_STEP) + (hasUnicode ? UNICODE_CLASS_AGAIN : 0))
  }

  #readClassItem(): "other" | "unicode" {
    const nameEnd = this.#text.startsWith("[:", this.#at) ? this.#text.indexOf(":]", this.#at) : -1
    if (nameEnd !== -1) this.#at = nameEnd + 2
    if (nameEnd !== -1 || this.#next(PERL_CLASS_AT) !== undefined) {
      if (this.#folds) this.#classes += FOLDED_CLASS
      return "other"
    }
    if (this.#next(UNICODE_CLASS_AT) !== undefined) {
      this.#classes += this.#folds ? FOLDED_UNICODE_CLASS : UNICODE_CLASS
      return "unicode"
    }
    const low = this.#classCharacter()
    if (this.#text[this.#at] === "-" && this.#text[this.#at + 1] !== "]") {
      this.#at += 1
      const length = this.#classCharacter() - low
      if (this.#folds) this.#classes += length / FOLDED_CHARACTERS_A_STEP
    }
    return "other"
  }

  #classCharacter(): number {
    if (this.#text[this.#at] !== "\\") {
      const own = this.#text.codePointAt(this.#at) ?? 0
      this.#at += own > 0xffff ? 2 : 1
      return own
    }
    const found = this.#next(CLASS_ESCAPE_AT)
    if (found === undefined) this.#at += 1
    const hex = found?.["braced"] ?? found?.["hex"]
    if (hex !== undefined) return Number.parseInt(hex, 16)
    return found?.["octal"] === undefined ? (found?.["own"]?.codePointAt(0) ?? 0) : Number.parseInt(found["octal"], 8)
  }
}

/** About as many as the compiled program has instructions, or more; one takes about two microseconds to compile. */
export const patternSteps = (text: string): number => Math.ceil(new Reading(text).steps())
