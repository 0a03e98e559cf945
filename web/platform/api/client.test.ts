import { describe, expect, test } from 'vitest'
import { isRefused } from '#contract/api.ts'
import { createClient } from './client.ts'

/** A server that answers what it is told, and remembers how it was asked. */
function answering(response: Response) {
  const asked: { url: string; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({ url: String(url), init })
    return response
  }
  return { asked, client: createClient({ slug: 'kaart', fetch }) }
}

describe('the browser’s client', () => {
  test('writes the product’s slug into addresses and reads it back out of answers', async () => {
    const { asked, client } = answering(
      Response.json({ kaart: { alias: 'ada', settings: { kaartMobileFontSize: 'lg' } }, subscription: {} }),
    )
    const answer = await client.call('cards.read', { params: { alias: 'ada', version: undefined } })

    expect(asked[0]?.url).toBe('/remote/api/public/e-card-by-alias/ada')
    expect(answer['{product}']).toEqual({ alias: 'ada', settings: { '{product}MobileFontSize': 'lg' } })
  })

  test('AUTH-5 sends X-CSRF with every call, and JSON as JSON', async () => {
    const { asked, client } = answering(Response.json({ success: 1, message: '' }))
    await client.call('contacts.setViewed', { input: { clientId: '018f0000-0000-7000-8000-000000000000' } })

    expect(asked[0]?.init).toMatchObject({ method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' } })
  })

  test('throws a refusal as data, and a silence too', async () => {
    const problem = { type: '/problems/card-not-found', status: 404, title: 'Card not found.' }
    const refusing = answering(Response.json(problem, { status: 404, headers: { 'content-type': 'application/problem+json' } })).client
    const refusal = await refusing.call('cards.settings').catch((thrown: unknown) => thrown)
    expect(isRefused(refusal) && refusal.problem).toEqual(problem)

    const silent = createClient({ slug: 'kaart', fetch: () => Promise.reject(new TypeError('offline')) })
    await expect(silent.call('cards.settings')).rejects.toMatchObject({ problem: { status: 503 } })
  })
})
