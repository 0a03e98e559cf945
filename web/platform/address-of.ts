import { visitorAddresses, type VisitorEndpointName } from '#contract/visitor-addresses.ts'

/** The path of a call with its parts filled in; parts that may be left out are. */
export const addressOf = (name: VisitorEndpointName, parts: Parts): string => filled(visitorAddresses[name], parts)

type Parts = Record<string, string | number | undefined>

export function filled(address: string, parts: Parts): string {
  return (address.split(' ')[1] ?? '').replace(/\/:(\w+)(\??)/g, (_, part: string) => {
    const value = parts[part]
    return value === undefined || value === '' ? '' : `/${encodeURIComponent(value)}`
  })
}
