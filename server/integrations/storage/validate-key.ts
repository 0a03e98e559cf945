/** Validates a key, or a prefix that ends with a slash: no path traversal. */
export function validateKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}
