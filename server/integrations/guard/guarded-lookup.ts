import { isIP, type LookupFunction } from 'node:net'
import { BlockedCallError } from './blocked-call-error.ts'
import { classifyAddress } from './classify-address.ts'
import type { Reach } from './allowed-hosts.ts'
import { dnsResolver, systemResolver, type Resolver } from './resolver.ts'

/** Resolves a name and checks the addresses. The connection uses exactly these, which defeats DNS rebinding. */
export function guardedLookup(reach: Reach, resolve = resolverOf(reach)): LookupFunction {
  return (host, { all, family }, done) => {
    resolve(host, (error, found) => {
      if (error) return done(error, [])
      const allowed = found.filter(({ address }) => isAllowed(address, reach))
      // One forbidden address rejects the name. A host that the administrator configured may have unusable ones.
      if (allowed.length < found.length && (reach === 'listed' || allowed.length === 0)) return done(new BlockedCallError('address'), [])
      const matching = family === 4 || family === 6 ? allowed.filter((one) => one.family === family) : allowed
      const [first] = matching
      if (!first) return done(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), [])
      return all ? done(null, matching) : done(null, first.address, first.family)
    })
  }
}

/** Only a configured host may have a name that this machine alone knows. */
const resolverOf = (reach: Reach): Resolver => (reach === 'configured' ? systemResolver : dnsResolver)

/** A host that is an IP address is checked without a lookup. */
export function refuseAddress(hostname: string, reach: Reach): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) && !isAllowed(bare, reach)) throw new BlockedCallError('address')
}

function isAllowed(address: string, reach: Reach): boolean {
  const addressClass = classifyAddress(address)
  return addressClass === 'public' || (addressClass === 'private' && reach === 'configured')
}
