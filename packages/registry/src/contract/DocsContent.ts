/** Prose as answers carry it: an ordered list of nodes, some of which offer a choice (Spec A, Content node). */
import { Schema } from "effect"

/** One choice of a chooser; `language` or `os` says what it is for (open points, section 3). */
export const RegistryContentNodeOption = Schema.Struct({
  content: Schema.String.annotate({ description: "Markdown." }),
  language: Schema.optionalKey(Schema.String),
  os: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "RegistryContentNodeOption" })
export type RegistryContentNodeOption = typeof RegistryContentNodeOption.Type

/** A piece of prose. A reader that does not know its kind renders `markdown`. */
export const RegistryContentNode = Schema.Struct({
  kind: Schema.String.annotate({ description: "Known kinds: `text`, `language-chooser`, `os-chooser`." }),
  markdown: Schema.String.annotate({
    description: "The content of a `text`; for a chooser all of its options, one after the other."
  }),
  options: Schema.optionalKey(
    Schema.Array(RegistryContentNodeOption).annotate({ description: "The choices; absent for `text`." })
  )
}).annotate({ identifier: "RegistryContentNode" })
export type RegistryContentNode = typeof RegistryContentNode.Type
