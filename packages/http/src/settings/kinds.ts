/** The kinds of values that settings have, and how each is written. Knows no setting. */
import { ByteSize, Option, Redacted, Result } from "effect"
import { IpNetwork } from "effect/net"

/** How a text is read; `expects` completes the sentence "Expected …". */
export interface Kind<out A> {
  readonly expects: string
  readonly secret: boolean
  readonly parse: (text: string) => Option.Option<A>
}

/** A kind that is no secret. */
export const kind = <A>(expects: string, parse: Kind<A>["parse"]): Kind<A> => ({ expects, secret: false, parse })

/** Its value is wrapped, so that no log and no error shows it. */
export const secret = <A>(inner: Kind<A>): Kind<Redacted.Redacted<A>> => ({
  expects: inner.expects,
  secret: true,
  parse: (text) => Option.map(inner.parse(text), (value) => Redacted.make(value))
})

export const text = (expects: string, pattern = /./s): Kind<string> =>
  kind(expects, (value) => (pattern.test(value) ? Option.some(value) : Option.none()))

export const flag: Kind<boolean> = kind("`true` or `false`", (value) =>
  /^(?:true|on|yes|1)$/i.test(value)
    ? Option.some(true)
    : /^(?:false|off|no|0)$/i.test(value)
      ? Option.some(false)
      : Option.none()
)

export const integer = (minimum: number, maximum: number, what = "a whole number"): Kind<number> =>
  kind(`${what} from ${minimum} to ${maximum}`, (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= minimum && number <= maximum ? Option.some(number) : Option.none()
  })

export const ratio: Kind<number> = kind("a number from 0 to 1", (value) => {
  const number = /^[01]?(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN
  return number >= 0 && number <= 1 ? Option.some(number) : Option.none()
})

export const oneOf = <const A extends string>(...values: ReadonlyArray<A>): Kind<A> =>
  kind(values.map((value) => `\`${value}\``).join(" or "), (written) =>
    Option.fromUndefinedOr(values.find((value) => value.toLowerCase() === written.toLowerCase()))
  )

const binaryUnits = ["bytes", "KiB", "MiB", "GiB"] as const

const inUnits = (bytes: number): string => {
  const power = binaryUnits.findLastIndex((_, index) => bytes >= 1024 ** index)
  return `${bytes / 1024 ** power} ${binaryUnits[power]}`
}

/** Bytes; a number without a unit is bytes. */
export const size = (maximumBytes: number): Kind<number> =>
  kind(`a size such as \`64 KiB\`, at most ${inUnits(maximumBytes)}`, (written) =>
    ByteSize.fromString(/^\d+$/.test(written) ? `${written} B` : written).pipe(
      Option.flatMap(ByteSize.toNumber),
      Option.filter((bytes) => bytes >= 1 && bytes <= maximumBytes)
    )
  )

const unitMillis = (unit: string): number => {
  if (/^(?:ms|millis)$/.test(unit)) return 1
  if (/^(?:s|seconds?)$/.test(unit)) return 1000
  if (/^(?:m|minutes?)$/.test(unit)) return 60_000
  if (/^(?:h|hours?)$/.test(unit)) return 3_600_000
  return /^(?:d|days?)$/.test(unit) ? 86_400_000 : Number.NaN
}

/** Milliseconds, from one second to `maximumDays`. */
export const duration = (maximumDays: number): Kind<number> =>
  kind(`a time such as \`15 minutes\` or \`15m\`, from \`1 second\` to \`${24 * maximumDays} hours\``, (written) => {
    const [, number, unit = ""] = /^(\d+(?:\.\d+)?) *([a-z]+)$/.exec(written) ?? []
    const millis = Math.round(Number(number) * unitMillis(unit))
    return millis >= 1000 && millis <= maximumDays * 86_400_000 ? Option.some(millis) : Option.none()
  })

/** Values with commas between; the empty list is written by leaving the variable out. */
export const list = <A>(expects: string, one: Kind<A>): Kind<ReadonlyArray<A>> =>
  kind(`${expects}, with commas between`, (written) =>
    Option.all(written.split(",").map((part) => one.parse(part.trim())))
  )

/** A URL with one of these protocols. */
export const urlOf = (protocols: ReadonlyArray<string>) => (written: string) => {
  const url = URL.canParse(written) ? new URL(written) : undefined
  return url !== undefined && protocols.includes(url.protocol) ? Option.some(url) : Option.none()
}

export const webUrl = urlOf(["http:", "https:"])

/** An `http` or `https` address without query and fragment; no slash at the end. */
export const webAddress: Kind<string> = kind("an http or https URL without query", (written) =>
  webUrl(written).pipe(
    Option.filter((url) => url.search === "" && url.hash === ""),
    Option.map((url) => url.href.replace(/\/+$/, ""))
  )
)

/** `*`, or an origin as browsers write it. */
export const origin: Kind<string> = kind("`*` or an origin such as `https://app.example`", (written) =>
  written === "*"
    ? Option.some(written)
    : webUrl(written).pipe(
        Option.filter((url) => url.origin === written.replace(/\/$/, "")),
        Option.map((url) => url.origin)
      )
)

/** One address, or a network with its prefix length. */
export const network: Kind<IpNetwork.IpNetwork> = kind("an address or a network such as `10.0.0.0/8`", (written) => {
  const prefixed = written.includes("/") ? written : `${written}/${written.includes(":") ? 128 : 32}`
  return Result.getSuccess(IpNetwork.fromString(prefixed))
})
