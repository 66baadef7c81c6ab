/** Shortcodes, the markers `{{% name arguments %}}` and `{{< name arguments >}}`, taken apart. Knows no meaning of any. */

/** One marker. */
export interface Shortcode {
  readonly name: string
  /** `{{% /name %}}`. */
  readonly closing: boolean
  /** `{{< name / >}}`: opens nothing. */
  readonly alone: boolean
  /** The arguments by position, without quotes. */
  readonly args: ReadonlyArray<string>
  /** The arguments by name, without quotes. */
  readonly named: Readonly<Record<string, string>>
}

const shape = /^(\/?)\s*([A-Za-z][\w-]*(?:\/[\w-]+)*)([\s\S]*?)(\/?)$/

const argument = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`=]+))/g

/** The shortcode whose delimiters hold `body`; nothing when it has no name. `body` has to be short: it is read many times. */
export const parseShortcode = (body: string): Shortcode | undefined => {
  const match = shape.exec(body.trim())
  if (match === null) return undefined
  const [, slash = "", name = "", rest = "", end = ""] = match
  const args: Array<string> = []
  const named: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [, key, double, single, tick, bare] of rest.matchAll(argument)) {
    const value = double ?? single ?? tick ?? bare ?? ""
    if (key === undefined) args.push(value)
    else named[key.toLowerCase()] = value
  }
  return { name: name.toLowerCase(), closing: slash === "/", alone: end === "/", args, named }
}
