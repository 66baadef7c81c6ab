/**
 * The text of an access token: `pct_<kind letter>_<30 random base62><6 base62 checksum>` (open points, section 2).
 * Says only whether a text has that form; whether such a token was ever issued is not known here.
 */
import { Effect, Redacted } from "effect"
import { hash, randomInt } from "node:crypto"
import { crc32 } from "node:zlib"
import type { TokenKind } from "@platform-control/core/Authorization"

/** Every kind of token that is kept; a refresh token can be exchanged and nothing else (Spec A, Authentication, 1). */
export type StoredTokenKind = TokenKind | "refresh"

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6

/** The length in characters of every token's value. */
export const VALUE_LENGTH = "pct_k_".length + RANDOM_LENGTH + CHECKSUM_LENGTH

const letters: Readonly<Record<StoredTokenKind, string>> = {
  personal: "p",
  organization: "o",
  team: "t",
  runner: "r",
  refresh: "f",
  agent: "a"
}

const kindsByLetter: ReadonlyMap<string, StoredTokenKind> = new Map(
  Object.entries(letters).map(([kind, letter]) => [letter, kind as StoredTokenKind])
)

const form = /^pct_([portfa])_[0-9A-Za-z]{36}$/

/** CRC-32 finds every change within 32 neighbouring bits, so also every single character that was mistyped. */
const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

const draw = (kind: StoredTokenKind): string => {
  let text = `pct_${letters[kind]}_`
  for (let index = 0; index < RANDOM_LENGTH; index++) text += ALPHABET[randomInt(ALPHABET.length)]
  return text + checksumOf(text)
}

/** A new value with 178 bits of the operating system's randomness. */
export const makeValue = (kind: StoredTokenKind): Effect.Effect<Redacted.Redacted> =>
  Effect.sync(() => Redacted.make(draw(kind), { label: "access token" }))

/** The kind that a text claims to be, or undefined when its form or checksum says that it never was a token. */
export const kindOf = (text: string): StoredTokenKind | undefined => {
  const letter = form.exec(text)?.[1]
  if (letter === undefined) return undefined
  const end = VALUE_LENGTH - CHECKSUM_LENGTH
  return text.slice(end) === checksumOf(text.slice(0, end)) ? kindsByLetter.get(letter) : undefined
}

/** What is kept of a value: its SHA-256 in base64url without padding. */
export const hashOf = (text: string): string => hash("sha256", text, "base64url")

/** A value that was cut off is as good as a whole one: what little is missing can be guessed. */
const values = /pct_[portfa]_[0-9A-Za-z]{12,}/g

/** The text with whatever looks like a token's value, or most of one, taken out of it. */
export const withoutTokenValues = (text: string): string => text.replace(values, "pct_***")
