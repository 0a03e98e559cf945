import { addresses, type EndpointName } from '#contract/addresses.ts'

export type PathParts = Readonly<Record<string, string | number | undefined>>

/** The path of a call with its parts filled in; parts that may be left out are. In a browser the name is the address itself. */
export function pathTo(name: EndpointName, parts: PathParts = {}): string {
  const [, path = ''] = addressOf(name).split(' ')
  return path.replace(/\/:(\w+)(\??)/g, (_, part: string) => {
    const value = parts[part]
    return value === undefined || value === '' ? '' : `/${encodeURIComponent(value)}`
  })
}

/** Method and path. */
export const addressOf = (name: EndpointName): string => addresses[name] ?? name
