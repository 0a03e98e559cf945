import { expect, test } from 'vitest'
import { siteFactor } from '#server/http/limits/per-address.ts'
import { guessesLimit } from '#server/http/limits/card-guesses.ts'
import { aCard } from '../factories/cards.ts'
import { theApp } from '../harness/app.ts'
import { signedIn } from '../harness/signed-in.ts'

const app = await theApp()

const ask = (alias: string, remoteAddress: string, headers: HeadersInit = {}) =>
  app.fetch(new Request(`${app.settings.publicUrl}/remote/api/public/e-card-by-alias/${alias}`, { headers }), {
    incoming: { socket: { remoteAddress } },
  })

test('who tries names is slowed for all they ask, by the whole line and not by one address of it; others and owners are not', async () => {
  const [kept, card, own] = [await aCard(app.needs), await aCard(app.needs), await aCard(app.needs)]
  const owner = await signedIn(app, own.id)
  const statuses = new Set<number>()
  // Also under other addresses of the same line.
  for (let time = 0; time < guessesLimit.count + 3; time++) statuses.add((await ask(`nobody-${time}`, `2001:db8:1:2::${time}`)).status)
  expect([...statuses]).toEqual([404, 429])
  const refused = await ask(card.alias, '2001:db8:1:2::ffff')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await ask(kept.alias, '2001:db8:1:3::1')).status).toBe(200)
  expect((await ask(own.alias, '2001:db8:1:2::1', { cookie: owner.cookie })).status).toBe(200)
})

test('looking at cards that are there costs nothing, however many: a search engine is no guesser', async () => {
  const cards = []
  for (let count = 0; count < 5; count++) cards.push((await aCard(app.needs)).alias)
  for (let time = 0; time < guessesLimit.count * 2; time++) expect((await ask(cards[time % 5] ?? '', '198.51.100.9')).status).toBe(200)
})

test('an address that somebody merely says is theirs counts for nothing', async () => {
  for (let time = 0; time < guessesLimit.count + 3; time++)
    await ask(`nobody-${time}`, '198.51.100.20', { 'x-forwarded-for': `203.0.113.${time}` })
  expect((await ask('nobody-at-all', '198.51.100.20', { 'x-forwarded-for': '203.0.113.200' })).status).toBe(429)
})

test('LIMIT a thousand tries at once are as many as one after the other', async () => {
  const asked = await Promise.all(Array.from({ length: 300 }, (_, time) => ask(`at-once-${time}`, '198.51.100.30')))
  expect(asked.filter(({ status }) => status === 404)).toHaveLength(guessesLimit.count)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(300 - guessesLimit.count)
})

test('a crowd that looks at cards at once is not counted either, once each has seen its card', async () => {
  const { alias } = await aCard(app.needs)
  for (let time = 0; time < 3; time++) {
    const asked = await Promise.all(Array.from({ length: 40 }, (_, one) => ask(`${alias}?alias=${time}${one}`, '198.51.100.31')))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  }
})

test('LIMIT who has many lines of one site, as a home has, gets ten times as many tries and no more', async () => {
  const card = await aCard(app.needs)
  for (let line = 0; line < siteFactor; line++) {
    const asked = await Promise.all(
      Array.from({ length: guessesLimit.count }, (_, time) => ask(`line-${line}-${time}`, `2001:db8:7:${line}::1`)),
    )
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([404]))
  }
  expect((await ask('another-name', '2001:db8:7:aaaa::1')).status).toBe(429)
  expect((await ask(card.alias, '2001:db8:8:aaaa::1')).status).toBe(200)
})

test('LIMIT who is signed in is counted by account, under however many addresses, and goes on seeing their own card', async () => {
  const [own, other] = [await aCard(app.needs), await aCard(app.needs)]
  const { cookie } = await signedIn(app, own.id)
  const tries = Array.from({ length: guessesLimit.count + 20 }, (_, time) => ask(`nobody-${time}`, `203.0.113.${time}`, { cookie }))
  expect((await Promise.all(tries)).filter(({ status }) => status === 404)).toHaveLength(guessesLimit.count)
  expect((await ask(other.alias, '203.0.113.7', { cookie })).status).toBe(429)
  expect((await ask(own.alias, '203.0.113.7', { cookie })).status).toBe(200)
  expect((await ask(other.alias, '203.0.113.7')).status).toBe(200)
})
