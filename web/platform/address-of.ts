import { addresses, type EndpointName } from '#contract/addresses.ts'

/** The path of a call with its parts filled in; parts that may be left out are. */
export function addressOf(name: EndpointName, parts: Record<string, string | number | undefined>): string {
  const path = addresses[name].split(' ')[1] ?? ''
  return path.replace(/\/:(\w+)(\??)/g, (_, part: string) => {
    const value = parts[part]
    return value === undefined || value === '' ? '' : `/${encodeURIComponent(value)}`
  })
}
