import { describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { createClient } from './client.ts'

/** A server with a fixed response that records its requests. */
function answering(response: Response) {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push({ url: String(url), init })
    return response
  }
  return { requests, client: createClient({ slug: 'kaart', fetch }) }
}

describe('the browser’s client', () => {
  test('adds the product’s slug to addresses, and removes it from answers', async () => {
    const { requests, client } = answering(
      Response.json({ kaart: { alias: 'ada', settings: { kaartMobileFontSize: 'lg' } }, subscription: {} }),
    )
    const answer = await client.call('cards.read', { params: { alias: 'ada', version: undefined } })

    expect(requests[0]?.url).toBe('/remote/api/public/e-card-by-alias/ada')
    expect(answer['{product}']).toEqual({ alias: 'ada', settings: { '{product}MobileFontSize': 'lg' } })
  })

  test('AUTH-5 sends X-CSRF with every call, and JSON as JSON', async () => {
    const { requests, client } = answering(Response.json({ success: 1, message: '' }))
    await client.call('contacts.setViewed', { input: { clientId: '018f0000-0000-7000-8000-000000000000' } })

    expect(requests[0]?.init).toMatchObject({ method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' } })
  })

  test('throws errors as data, a missing answer too', async () => {
    const problem = { type: '/problems/card-not-found', status: 404, title: 'Card not found.' }
    const refusing = answering(Response.json(problem, { status: 404, headers: { 'content-type': 'application/problem+json' } })).client
    const error = await refusing.call('cards.settings').catch((thrown: unknown) => thrown)
    expect(isProblem(error) && error.problem).toEqual(problem)

    // A proxy’s page has no words for people.
    const proxy = answering(new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })).client
    await expect(proxy.call('cards.settings')).rejects.toEqual({ problem: { type: '/problems/unexpected', status: 502, title: '' } })

    const silent = createClient({ slug: 'kaart', fetch: () => Promise.reject(new TypeError('offline')) })
    await expect(silent.call('cards.settings')).rejects.toMatchObject({ problem: { status: 503, title: '' } })
  })
})
