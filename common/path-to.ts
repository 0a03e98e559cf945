import { addresses, type EndpointName } from '#contract/addresses.ts'

export type PathParts = Readonly<Record<string, string | number | undefined>>

/** The path of a call with its parts filled in; parts that may be left out are. In a browser the name is the address itself. */
export function pathTo(name: EndpointName, parts: PathParts = {}): string {
  const [, path = ''] = addressOf(name).split(' ')
  return path.replace(/\/:(\w+)(\??)/g, (_, part: string) => {
    const value = parts[part]
    if (value === undefined || value === '') return ''
    // A segment of dots leads out of its place, encoded or not.
    return `/${/^\.{1,2}$/.test(String(value)) ? '-' : encodeURIComponent(value)}`
  })
}

/** Method and path. */
export const addressOf = (name: EndpointName): string => addresses[name] ?? name
