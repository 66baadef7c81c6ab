/** The address of a server as it was typed: whether it can be one, and how it is printed. Knows no flag. */

const serverUrl = (text: string): URL | undefined => {
  try {
    const url = new URL(text)
    // The name and password are sent decoded.
    decodeURIComponent(url.username + url.password)
    return ["http:", "https:"].includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** Whether a client can ask there. */
export const isServerAddress = (text: string): boolean => serverUrl(text) !== undefined

/** The address without the name and password that it may hold. */
export const withoutPassword = (address: string): string => {
  const url = serverUrl(address)
  // What can't be taken apart may hold one anywhere before its last @.
  if (url === undefined) return address.replace(/^.*@/s, "…@")
  if (url.username === "" && url.password === "") return address
  url.username = ""
  url.password = ""
  return url.href.replace(/\/+$/, "")
}
