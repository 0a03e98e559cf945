import dns, { type LookupAddress } from 'node:dns'
import { Resolver as DnsClient } from 'node:dns/promises'
import { isMissing } from './dns.ts'

/** Resolves all IPv4 and IPv6 addresses of a name. Replaceable in tests. */
export type Resolver = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** As the operating system resolves it, with /etc/hosts and names of the local network. */
export const systemResolver: Resolver = (host, done) => dns.lookup(host, { all: true }, done)

/**
 * Asks the DNS only. The system's resolver has two threads for the whole process, and one is held until a name server answers:
 * names that strangers choose would keep the server from finding its database and its storage.
 */
export function createDnsResolver({ servers, timeoutMs = 4000 }: { servers?: readonly string[]; timeoutMs?: number } = {}): Resolver {
  return async (host, done) => {
    const client = new DnsClient({ timeout: timeoutMs / 2, tries: 2, maxTimeout: timeoutMs / 2 })
    if (servers) client.setServers(servers)
    const timer = setTimeout(() => client.cancel(), timeoutMs)
    const [v4, v6] = await Promise.allSettled([client.resolve4(host), client.resolve6(host)])
    clearTimeout(timer)
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length > 0) return done(null, found)
    const isUnanswered = [v4, v6].some((result) => result.status === 'rejected' && !isMissing(result.reason as Error))
    done(Object.assign(new Error(`no address for ${host}`), { code: isUnanswered ? 'EAI_AGAIN' : 'ENOTFOUND' }), [])
  }
}

export const dnsResolver = createDnsResolver()
