import { z } from 'zod'
import type { Settings } from '#server/settings.ts'
import { createBreakers } from './breaker.ts'
import { createJsonClient, type JsonClient } from './json-client.ts'

type Place = { street: string; city: string; state: string; zip: string; country: string }
/** Callers use only `OK` and ignore the rest. */
type Located = { status: 'OK'; lat: number; lng: number } | { status: 'ZERO_RESULTS' | 'NONE' | 'FAILED' }
export type Geocoder = { locate(place: Place): Promise<Located> }

type GeocoderSettings = Pick<Settings, 'geocoder' | 'geocoderUrl' | 'geocoderKey'>

const publicUrls = { google: 'https://maps.googleapis.com', nominatim: 'https://nominatim.openstreetmap.org' } as const

/** Geocodes an address with the configured provider, if any. */
export function createGeocoder({ geocoder, geocoderUrl, geocoderKey }: GeocoderSettings, breakers = createBreakers()): Geocoder {
  if (geocoder === 'off') return { locate: async () => ({ status: 'NONE' }) }
  const base = (geocoderUrl || publicUrls[geocoder]).replace(/\/$/, '')
  const at = { base, query: createJsonClient(base, { breaker: breakers.of('geocoder') }) }
  return { locate: geocoder === 'google' ? (place) => queryGoogle(at, geocoderKey, place) : (place) => queryNominatim(at, place) }
}

type Service = { base: string; query: JsonClient }

const degrees = z.coerce.number().min(-180).max(180)
const GoogleAnswer = z.object({
  status: z.string(),
  results: z.array(z.object({ geometry: z.object({ location: z.object({ lat: degrees, lng: degrees }) }) })),
})

async function queryGoogle({ base, query }: Service, key: string, { street, city, state, zip, country }: Place): Promise<Located> {
  const url = new URL(`${base}/maps/api/geocode/json`)
  url.searchParams.set('address', [street, city, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', '))
  url.searchParams.set('key', key)
  const answer = await query(url)
  const parsed = answer.ok ? GoogleAnswer.safeParse(answer.body) : null
  if (!parsed?.success) return { status: 'FAILED' }
  const [first] = parsed.data.results
  if (parsed.data.status === 'OK' && first) return { status: 'OK', ...first.geometry.location }
  return { status: parsed.data.status === 'ZERO_RESULTS' ? 'ZERO_RESULTS' : 'FAILED' }
}

const NominatimAnswer = z.array(z.object({ lat: degrees, lon: degrees }))

async function queryNominatim({ base, query }: Service, { street, city, state, zip, country }: Place): Promise<Located> {
  const url = new URL(`${base}/search`)
  const parts = { street, city, state, postalcode: zip, country, format: 'jsonv2', limit: '1' }
  for (const [name, value] of Object.entries(parts)) if (value) url.searchParams.set(name, value)
  const answer = await query(url)
  const parsed = answer.ok ? NominatimAnswer.safeParse(answer.body) : null
  if (!parsed?.success) return { status: 'FAILED' }
  const [first] = parsed.data
  return first ? { status: 'OK', lat: first.lat, lng: first.lon } : { status: 'ZERO_RESULTS' }
}
