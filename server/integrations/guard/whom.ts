/**
 * Which hosts a call may reach. `named`: hosts and ports from the settings; they may be on a private network, and use http. `known`:
 * hosts listed here; they must be public, and use https on port 443.
 */
export type Whom = { named: readonly string[]; known: readonly string[] | 'anybody' }
export type Reach = 'named' | 'known'

/** Providers that are called by default, where no setting names another. */
const ourProviders = [
  'api.bridgedataoutput.com',
  'api.stripe.com',
  'challenges.cloudflare.com',
  'maps.googleapis.com',
  'mortgageapi.zillow.com',
  'nominatim.openstreetmap.org',
  'www.google.com',
]

/** Allows only the host in this setting. */
export function whomAt(address: string | URL): Whom {
  const { host } = new URL(address)
  return ourProviders.includes(host) ? { named: [], known: [host] } : { named: [host], known: [] }
}

/** How a URL may be reached; null if it is not allowed. */
export function reachOf(url: URL, { named, known }: Whom): Reach | null {
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) return null
  // `host` contains the port only if it is not the default.
  if (named.includes(url.host)) return 'named'
  if (url.protocol !== 'https:' || url.port) return null
  return known === 'anybody' || known.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host)) ? 'known' : null
}
