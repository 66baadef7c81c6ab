/** Every rule of the documentation of packages. */
import type { Rule } from "../../engine/Rule.ts"
import { exampleListRules } from "./exampleListRules.ts"
import { exampleRules } from "./exampleRules.ts"
import { latestRule } from "./latestRule.ts"
import { navigationLinkRules } from "./navigationLinkRules.ts"
import { navigationRules } from "./navigationRules.ts"
import { negotiationRules } from "./negotiationRules.ts"
import { knownContentRules } from "./ours/knownContent.ts"
import { knownNamesRule } from "./ours/knownNames.ts"
import { knownTypesRule } from "./ours/knownTypes.ts"
import { markdownRule } from "./ours/markdownRule.ts"
import { negotiationLaws } from "./ours/negotiationLaws.ts"
import { pageContentRules } from "./pageContentRules.ts"
import { pageRules } from "./pageRules.ts"
import { proseRules } from "./proseRules.ts"

export const docsRules: ReadonlyArray<Rule> = [
  ...pageRules,
  ...pageContentRules,
  ...negotiationRules,
  ...exampleListRules,
  ...exampleRules,
  ...proseRules,
  ...navigationRules,
  ...navigationLinkRules,
  latestRule,
  ...negotiationLaws,
  ...knownContentRules,
  knownNamesRule,
  knownTypesRule,
  markdownRule
]
