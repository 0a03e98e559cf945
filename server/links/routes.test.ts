import { describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'

const app = await theApp()

const csrfHeaders = { 'x-csrf': '1' }
let callers = 0
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
/** Each test uses client addresses of its own, so that rate limits don't carry over. */
const shorten = (longUrl: string, more = '', from = `10.0.0.${++callers}`) =>
  app.fetch(
    new Request(`${app.settings.publicUrl}/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(longUrl)}${more}`, {
      headers: csrfHeaders,
    }),
    {
      incoming: { socket: { remoteAddress: from } },
    },
  )
const follow = (short: string) => app.ask(new URL(short).pathname, { headers: { 'user-agent': phone }, redirect: 'manual' })
const instagram = 'https://instagram.example/ada.winter'
const withLink = (directLink = instagram) => aCard(app.deps, { services: [{ gradeServiceId: 6, directLink }] })

describe('links.shorten', () => {
  test('SHARE-4 API-1 a page of the card gets a short link that redirects to it', async () => {
    const { alias } = await aCard(app.deps)
    const long = `${app.settings.publicUrl}/${alias}/connect`
    const answer = await shorten(long)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const short = await answer.text()
    expect(short).toMatch(new RegExp(`^${app.settings.publicUrl}/s/[A-Za-z0-9]{8}$`))

    const led = await follow(short)
    expect([led.status, led.headers.get('location')]).toEqual([302, `${long}?source=short`])
  })

  test('SHARE-4 the same link of a card gets one code, also for concurrent requests', async () => {
    const { alias } = await withLink(`${instagram}/once`)
    const all = await Promise.all(Array.from({ length: 8 }, () => shorten(`${instagram}/once`, `&profile=${alias}`)))
    expect(new Set(await Promise.all(all.map((answer) => answer.text()))).size).toBe(1)
  })

  test('CON-2 RME-1 service and review links are the card’s, in any spelling', async () => {
    await aCard(app.deps, {
      services: [
        { gradeServiceId: 6, directLink: 'instagram.example/typed-bare' },
        { gradeServiceId: 3, directLink: '', reviewLink: 'https://g.example/review/here' },
      ],
    })
    expect((await shorten('https://instagram.example/typed-bare')).status).toBe(200)
    expect((await shorten('https://g.example/review/here')).status).toBe(200)
  })

  test.each([
    'https://phishing.example/login',
    'javascript:alert(1)',
    'https://instagram.example@phishing.example/',
    'data:text/html,hello',
    'not a link',
  ])('%s belongs to no card and is rejected', async (longUrl) => {
    expect((await shorten(longUrl)).status).toBe(422)
  })

  test('a page that belongs to no card, or to a card that is off, is rejected', async () => {
    const off = await aCard(app.deps, { isCardDisabled: true })
    for (const path of ['/', '/nobody-here/home', `/${off.alias}/home`, '/s/abcdefgh']) {
      expect((await shorten(app.settings.publicUrl + path)).status).toBe(422)
    }
  })

  test('another site can’t create one, and a tracking query gets no code of its own', async () => {
    const { alias } = await aCard(app.deps)
    const long = encodeURIComponent(`${app.settings.publicUrl}/${alias}/home`)
    expect((await app.ask(`/remote/api/public/shorten-url/?longUrl=${long}`)).status).toBe(403)
    const foreign = { ...csrfHeaders, 'sec-fetch-site': 'cross-site' }
    expect((await app.ask(`/remote/api/public/shorten-url/?longUrl=${long}`, { headers: foreign })).status).toBe(403)
    expect((await shorten(`${app.settings.publicUrl}/${alias}/home?n=1`)).status).toBe(422)
  })

  test('another card’s link is rejected', async () => {
    await withLink(`${instagram}/theirs`)
    const { alias } = await aCard(app.deps)
    expect((await shorten(`${instagram}/theirs`, `&profile=${alias}`)).status).toBe(422)
  })

  test('a client address may send ten requests a minute, then gets a retry time', async () => {
    const { alias } = await aCard(app.deps)
    const long = `${app.settings.publicUrl}/${alias}/home`
    for (let time = 0; time < 10; time++) expect((await shorten(long, '', '10.9.9.9')).status).toBe(200)
    const limited = await shorten(long, '', '10.9.9.9')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('links.follow', () => {
  test('an unknown code is not found', async () => {
    expect((await app.ask('/s/abcdefgh')).status).toBe(404)
  })

  test('is never cached, and sends no referrer', async () => {
    const { alias } = await aCard(app.deps)
    const led = await follow(await (await shorten(`${app.settings.publicUrl}/${alias}/home`)).text())
    expect(led.headers.get('cache-control')).toBe('no-store')
    expect(led.headers.get('referrer-policy')).toBe('no-referrer')
  })
})
