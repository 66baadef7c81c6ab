/** Names of a configuration whose fields are not known beforehand. */

const camelCase = (name: string): string =>
  name.replaceAll(/(?<=.)_+([a-z0-9])/g, (_, next: string) => next.toUpperCase())

const converted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(converted)
  return typeof value === "object" && value !== null ? camelCased(value) : value
}

/** The same values, every name in camel case, also inside; nothing of what is no object. */
export const camelCased = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [camelCase(name), converted(one)]))
    : {}
