/** The rule of every text that people read: bounded, and such as every database keeps. */
import { Effect } from "effect"
import type { BadRequest } from "@platform-control/core/Errors"
import { invalid } from "../Refusals.ts"
import { withoutTokenValues } from "../tokens/TokenValue.ts"

/** Longest text, in characters. */
export const MAX_TEXT_LENGTH = 256

/** What the rule asks for. */
export const EXPECTED_TEXT = `Expected at most ${MAX_TEXT_LENGTH} characters without U+0000 and without an access token`

/** Whether a text keeps the rule. */
export const isText = (text: string): boolean =>
  text.length <= MAX_TEXT_LENGTH && !text.includes("\0") && withoutTokenValues(text) === text

/** The text, or the 400 that states the rule. */
export const checkText = (resource: string, attribute: string, text: string): Effect.Effect<string, BadRequest> =>
  isText(text) ? Effect.succeed(text) : Effect.fail(invalid(resource, attribute, EXPECTED_TEXT))
