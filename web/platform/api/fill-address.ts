export type Parts = Record<string, string | number | undefined>

/** The path of an address with its parts filled in; parts that may be left out are. */
export function filled(address: string, parts: Parts): string {
  return (address.split(' ')[1] ?? '').replace(/\/:(\w+)(\??)/g, (_, part: string) => {
    const value = parts[part]
    return value === undefined || value === '' ? '' : `/${encodeURIComponent(value)}`
  })
}
