import { addresses, type EndpointName } from '#contract/addresses.ts'

type PathParts = Readonly<Record<string, string | number | undefined>>

/** The path of an endpoint with its parts filled in; optional parts without a value are left out. In browsers the name is already the address. */
export function pathTo(name: EndpointName, parts: PathParts = {}): string {
  const [, path = ''] = addressOf(name).split(' ')
  return path.replace(/\/:(\w+)(\??)/g, (_, part: string) => {
    const value = parts[part]
    if (value === undefined || value === '') return ''
    // A dot segment would climb out of its path, encoded or not.
    return `/${/^\.{1,2}$/.test(String(value)) ? '-' : encodeURIComponent(value)}`
  })
}

/** Method and path. */
export const addressOf = (name: EndpointName): string => addresses[name] ?? name
