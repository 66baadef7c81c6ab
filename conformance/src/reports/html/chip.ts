/** How rules and profiles stand, as a word on a colour: never by the colour alone. */
import { escaped } from "../escaped.ts"

const signs: Readonly<Record<string, string>> = {
  FAIL: "✗",
  failure: "✗",
  ERROR: "‼",
  WARN: "!",
  INCONCLUSIVE: "?",
  partial: "?",
  RECORDED: "•",
  DISABLED: "–",
  disabled: "–",
  PASS: "✓",
  success: "✓"
}

const sign = (standing: string): string => `<span aria-hidden="true">${signs[standing] ?? "○"}</span>`

/** The standing in a word. */
export const chip = (standing: string): string => `<span class="chip ${standing}">${sign(standing)} ${standing}</span>`

/** A rule with its standing, which is read aloud; a link where the page shows the rule. */
export const ruleChip = (rule: string, standing: string, title: string, isShown: boolean): string => {
  const content = `class="chip ${standing}" title="${escaped(title)}">${sign(standing)} ${rule}<span class="said"> ${standing}</span>`
  return isShown ? `<a href="#${rule}" ${content}</a>` : `<span ${content}</span>`
}
