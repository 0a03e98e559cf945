import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GeocoderMood = 'good' | 'nothing' | 'denied' | 'malformed' | 'slow'
export type GeocoderStandIn = { url: string; mood: GeocoderMood; requests: URL[]; [Symbol.asyncDispose](): Promise<void> }

const place = { lat: 44.1042, lng: -69.1067 }

/** A geocoder with Google’s and Nominatim’s APIs, each at its own path. */
export async function geocoderStandIn(): Promise<GeocoderStandIn> {
  const state: GeocoderStandIn = {
    url: '',
    mood: 'good',
    requests: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    state.requests.push(url)
    if (state.mood === 'slow') return
    response.setHeader('content-type', 'application/json')
    response.end(
      state.mood === 'malformed' ? '{"status"' : JSON.stringify(url.pathname === '/search' ? nominatim(state.mood) : google(state.mood)),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

function google(mood: GeocoderMood): unknown {
  if (mood === 'denied') return { status: 'REQUEST_DENIED', results: [], error_message: 'The key is invalid.' }
  if (mood === 'nothing') return { status: 'ZERO_RESULTS', results: [] }
  return { status: 'OK', results: [{ geometry: { location: place, location_type: 'ROOFTOP' } }] }
}

function nominatim(mood: GeocoderMood): unknown {
  if (mood === 'denied') return { error: 'Access blocked' }
  return mood === 'nothing' ? [] : [{ lat: String(place.lat), lon: String(place.lng), display_name: 'Somewhere' }]
}
