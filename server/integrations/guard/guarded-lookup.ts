import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { CallRefused } from './call-refused.ts'
import { placeOf } from './place-of.ts'
import type { Reach } from './whom.ts'

/** Asks for every address of a name, of both IP versions. Tests bring their own. */
export type Resolver = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const systemResolver: Resolver = (host, done) => systemLookup(host, { all: true }, done)

/**
 * Looks a name up, and looks at what it found: these very addresses are connected to, so that a name which means another
 * machine a moment later gains nothing.
 */
export function guardedLookup(reach: Reach, resolve: Resolver = systemResolver): LookupFunction {
  return (host, { all, family }, done) => {
    resolve(host, (error, found) => {
      if (error) return done(error, [])
      const open = found.filter(({ address }) => isOpen(address, reach))
      // One bad address among good ones spoils them all. A machine of the operator's own may well have one that is good for nothing.
      if (open.length < found.length && (reach === 'known' || open.length === 0)) return done(new CallRefused('address'), [])
      const wanted = family === 4 || family === 6 ? open.filter((one) => one.family === family) : open
      const [first] = wanted
      if (!first) return done(Object.assign(new Error(`nothing is known of ${host}`), { code: 'ENOTFOUND' }), [])
      return all ? done(null, wanted) : done(null, first.address, first.family)
    })
  }
}

/** A host that is an address is looked up by nobody: it is judged as it stands. */
export function refuseAddress(hostname: string, reach: Reach): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) && !isOpen(bare, reach)) throw new CallRefused('address')
}

function isOpen(address: string, reach: Reach): boolean {
  const place = placeOf(address)
  return place === 'public' || (place === 'private' && reach === 'named')
}
