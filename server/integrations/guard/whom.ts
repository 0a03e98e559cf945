/**
 * Whom a call may reach. `named`: hosts that the operator wrote into the settings, with their ports; they may lie in the operator's own
 * network, and be spoken to by http. `known`: hosts that we wrote here; they must be public, and are spoken to by https on port 443.
 */
export type Whom = { named: readonly string[]; known: readonly string[] | 'anybody' }
export type Reach = 'named' | 'known'

/** Providers that are asked without anybody having named them: where no setting leads elsewhere. */
const ourProviders = [
  'api.bridgedataoutput.com',
  'api.stripe.com',
  'challenges.cloudflare.com',
  'maps.googleapis.com',
  'mortgageapi.zillow.com',
  'nominatim.openstreetmap.org',
  'www.google.com',
]

/** The provider at the address of a setting, and nobody else. */
export function whomAt(address: string | URL): Whom {
  const { host } = new URL(address)
  return ourProviders.includes(host) ? { named: [], known: [host] } : { named: [host], known: [] }
}

/** How far this address may be followed; null: not at all. */
export function reachOf(url: URL, { named, known }: Whom): Reach | null {
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) return null
  // `host` names a port only where it is another than the usual one.
  if (named.includes(url.host)) return 'named'
  if (url.protocol !== 'https:' || url.port) return null
  return known === 'anybody' || known.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host)) ? 'known' : null
}
