import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { CallRefused } from './call-refused.ts'
import { placeOf } from './place-of.ts'
import type { Reach } from './whom.ts'

/** Resolves all IPv4 and IPv6 addresses of a name. Tests pass their own. */
export type Resolver = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const systemResolver: Resolver = (host, done) => systemLookup(host, { all: true }, done)

/** Resolves a name and checks the addresses. The connection uses exactly these, which defeats DNS rebinding. */
export function guardedLookup(reach: Reach, resolve: Resolver = systemResolver): LookupFunction {
  return (host, { all, family }, done) => {
    resolve(host, (error, found) => {
      if (error) return done(error, [])
      const open = found.filter(({ address }) => isOpen(address, reach))
      // One forbidden address rejects the name. A host that the administrator configured may have unusable ones.
      if (open.length < found.length && (reach === 'known' || open.length === 0)) return done(new CallRefused('address'), [])
      const wanted = family === 4 || family === 6 ? open.filter((one) => one.family === family) : open
      const [first] = wanted
      if (!first) return done(Object.assign(new Error(`nothing is known of ${host}`), { code: 'ENOTFOUND' }), [])
      return all ? done(null, wanted) : done(null, first.address, first.family)
    })
  }
}

/** A host that is an IP address is checked without a lookup. */
export function refuseAddress(hostname: string, reach: Reach): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) && !isOpen(bare, reach)) throw new CallRefused('address')
}

function isOpen(address: string, reach: Reach): boolean {
  const place = placeOf(address)
  return place === 'public' || (place === 'private' && reach === 'named')
}
