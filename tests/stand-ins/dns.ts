import { isIP } from 'node:net'
import type { Dns } from '#server/integrations/guard/dns.ts'

export type Records = Record<string, { addresses?: string[]; txt?: string[]; mx?: string[] } | 'unavailable'>

/** A DNS with these records and no others, except for IP addresses and localhost. */
export function dnsStandIn(records: Records): Dns {
  const find = (name: string, kind: 'addresses' | 'txt' | 'mx') => {
    const found = records[name]
    if (found === 'unavailable') throw Object.assign(new Error('The DNS does not answer.'), { code: 'ETIMEOUT' })
    return found?.[kind] ?? []
  }
  return {
    addresses: async (host) => (isIP(host) ? [host] : host === 'localhost' ? ['127.0.0.1'] : find(host, 'addresses')),
    txt: async (name) => find(name, 'txt'),
    mx: async (domain) => find(domain, 'mx'),
  }
}
