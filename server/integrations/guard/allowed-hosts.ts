/**
 * The hosts a call may reach. `configured`: hosts and ports from the settings; they may be on a private network and use http. `listed`:
 * hosts listed in the code; they must be public and use https on port 443.
 */
export type AllowedHosts = { configured: readonly string[]; listed: readonly string[] | 'any' }
export type Reach = 'configured' | 'listed'

/** Providers called by default, unless a setting names another address. */
const builtInProviders = [
  'api.bridgedataoutput.com',
  'api.followupboss.com',
  'api.hubapi.com',
  'api.stripe.com',
  'challenges.cloudflare.com',
  'maps.googleapis.com',
  'mortgageapi.zillow.com',
  'nominatim.openstreetmap.org',
  'www.google.com',
]

/** Allows only the host in this setting. */
export function allowHost(address: string | URL): AllowedHosts {
  const { host } = new URL(address)
  return builtInProviders.includes(host) ? { configured: [], listed: [host] } : { configured: [host], listed: [] }
}

/** How a URL may be reached; null if it is not allowed. */
export function reachOf(url: URL, { configured, listed }: AllowedHosts): Reach | null {
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) return null
  // `host` contains the port only if it is not the default.
  if (configured.includes(url.host)) return 'configured'
  if (url.protocol !== 'https:' || url.port) return null
  return listed === 'any' || listed.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host)) ? 'listed' : null
}
