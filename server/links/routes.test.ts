import { describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'

const app = await theApp()

const ours = { 'x-csrf': '1' }
let callers = 0
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
/** Each from a line of their own, so that one test's limit is not another's. */
const shorten = (longUrl: string, more = '', from = `10.0.0.${++callers}`) =>
  app.fetch(
    new Request(`${app.settings.publicUrl}/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(longUrl)}${more}`, {
      headers: ours,
    }),
    {
      incoming: { socket: { remoteAddress: from } },
    },
  )
const follow = (short: string) => app.ask(new URL(short).pathname, { headers: { 'user-agent': phone }, redirect: 'manual' })
const instagram = 'https://instagram.example/ada.winter'
const withLink = (directLink = instagram) => aCard(app.needs, { services: [{ gradeServiceId: 6, directLink }] })

describe('links.shorten', () => {
  test('SHARE-4 API-1 a page of the card gets a short address, as plain text, that leads back to it', async () => {
    const { alias } = await aCard(app.needs)
    const long = `${app.settings.publicUrl}/${alias}/connect`
    const answer = await shorten(long)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const short = await answer.text()
    expect(short).toMatch(new RegExp(`^${app.settings.publicUrl}/s/[A-Za-z0-9]{8}$`))

    const led = await follow(short)
    expect([led.status, led.headers.get('location')]).toEqual([302, long])
  })

  test('SHARE-4 the same link of the same card has one code, however often and at once it is asked for', async () => {
    const { alias } = await withLink(`${instagram}/once`)
    const all = await Promise.all(Array.from({ length: 8 }, () => shorten(`${instagram}/once`, `&profile=${alias}`)))
    expect(new Set(await Promise.all(all.map((answer) => answer.text()))).size).toBe(1)
  })

  test('CON-2 RME-1 a service and the place to review at are the card’s own, however the owner typed them', async () => {
    await aCard(app.needs, {
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
  ])('%s belongs to nobody here and gets nothing', async (longUrl) => {
    expect((await shorten(longUrl)).status).toBe(422)
  })

  test('a page of ours that is nobody’s card, or of a card that is off, gets nothing', async () => {
    const off = await aCard(app.needs, { isCardDisabled: true })
    for (const path of ['/', '/nobody-here/home', `/${off.alias}/home`, '/s/abcdefgh']) {
      expect((await shorten(app.settings.publicUrl + path)).status).toBe(422)
    }
  })

  test('a page of another site cannot make one, and a tail makes no other', async () => {
    const { alias } = await aCard(app.needs)
    const long = encodeURIComponent(`${app.settings.publicUrl}/${alias}/home`)
    expect((await app.ask(`/remote/api/public/shorten-url/?longUrl=${long}`)).status).toBe(403)
    const foreign = { ...ours, 'sec-fetch-site': 'cross-site' }
    expect((await app.ask(`/remote/api/public/shorten-url/?longUrl=${long}`, { headers: foreign })).status).toBe(403)
    expect((await shorten(`${app.settings.publicUrl}/${alias}/home?n=1`)).status).toBe(422)
  })

  test('another card’s link is not this card’s', async () => {
    await withLink(`${instagram}/theirs`)
    const { alias } = await aCard(app.needs)
    expect((await shorten(`${instagram}/theirs`, `&profile=${alias}`)).status).toBe(422)
  })

  test('one line may ask ten times a minute, then is told when to come back', async () => {
    const { alias } = await aCard(app.needs)
    const long = `${app.settings.publicUrl}/${alias}/home`
    for (let time = 0; time < 10; time++) expect((await shorten(long, '', '10.9.9.9')).status).toBe(200)
    const refused = await shorten(long, '', '10.9.9.9')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('links.follow', () => {
  test('a code nobody has is not there', async () => {
    expect((await app.ask('/s/abcdefgh')).status).toBe(404)
  })

  test('is never kept, and says nothing about where the visitor came from', async () => {
    const { alias } = await aCard(app.needs)
    const led = await follow(await (await shorten(`${app.settings.publicUrl}/${alias}/home`)).text())
    expect(led.headers.get('cache-control')).toBe('no-store')
    expect(led.headers.get('referrer-policy')).toBe('no-referrer')
  })
})
