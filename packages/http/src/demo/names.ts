/** The names that a package schema gives to what an OpenAPI document knows by paths and component names. */

/** Words of a path that tell an operation from no other one. */
const silent = new Set(["api", "registry", "preview"])

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const singular = (word: string): string =>
  word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/(?<!s)s$/, "")

/** `A-Za-z0-9` words in one, each beginning with a capital letter. */
export const titleCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalised)
    .join("")

/** The function that reads a path: `/api/registry/packages/{name}/versions/{version}` is `getPackageVersion`. */
export const functionName = (path: string): string => {
  const segments = path.split("/").filter((segment) => segment !== "" && !silent.has(segment))
  const words = segments.flatMap((segment, index) =>
    segment.startsWith("{") ? [] : [segments[index + 1]?.startsWith("{") === true ? singular(segment) : segment]
  )
  return `get${words.map(titleCase).join("")}`
}

/** `package:index/name:name`, with the module's last part in camel case as schemas of this kind write it. */
export const typeToken = (packageName: string, name: string): string =>
  `${packageName}:index/${name.charAt(0).toLowerCase()}${name.slice(1)}:${name}`
