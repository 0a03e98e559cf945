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

test('guessing card names is limited by network; others and owners are not affected', async () => {
  const [cached, card, own] = [await aCard(app.deps), await aCard(app.deps), await aCard(app.deps)]
  const owner = await signedIn(app, own.id)
  const statuses = new Set<number>()
  // Also from other addresses of the same network.
  for (let time = 0; time < guessesLimit.count + 3; time++) statuses.add((await ask(`unknown-${time}`, `2001:db8:1:2::${time}`)).status)
  expect([...statuses]).toEqual([404, 429])
  const refused = await ask(card.alias, '2001:db8:1:2::ffff')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await ask(cached.alias, '2001:db8:1:3::1')).status).toBe(200)
  expect((await ask(own.alias, '2001:db8:1:2::1', { cookie: owner.cookie })).status).toBe(200)
})

test('viewing existing cards is never limited', async () => {
  const cards = []
  for (let count = 0; count < 5; count++) cards.push((await aCard(app.deps)).alias)
  for (let time = 0; time < guessesLimit.count * 2; time++) expect((await ask(cards[time % 5] ?? '', '198.51.100.9')).status).toBe(200)
})

test('an address that a client only claims is ignored', async () => {
  for (let time = 0; time < guessesLimit.count + 3; time++)
    await ask(`unknown-${time}`, '198.51.100.20', { 'x-forwarded-for': `203.0.113.${time}` })
  expect((await ask('unknown-at-all', '198.51.100.20', { 'x-forwarded-for': '203.0.113.200' })).status).toBe(429)
})

test('LIMIT a thousand concurrent guesses count as a thousand sequential ones', async () => {
  const guesses = await Promise.all(Array.from({ length: 300 }, (_, time) => ask(`at-once-${time}`, '198.51.100.30')))
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(guessesLimit.count)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(300 - guessesLimit.count)
})

test('concurrent views of existing cards are not counted', async () => {
  const { alias } = await aCard(app.deps)
  for (let time = 0; time < 3; time++) {
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, one) => ask(`${alias}?alias=${time}${one}`, '198.51.100.31')))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([200]))
  }
})

test('LIMIT all networks of one site together get ten times as many guesses', async () => {
  const card = await aCard(app.deps)
  for (let line = 0; line < siteFactor; line++) {
    const guesses = await Promise.all(
      Array.from({ length: guessesLimit.count }, (_, time) => ask(`line-${line}-${time}`, `2001:db8:7:${line}::1`)),
    )
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]))
  }
  expect((await ask('another-name', '2001:db8:7:aaaa::1')).status).toBe(429)
  expect((await ask(card.alias, '2001:db8:8:aaaa::1')).status).toBe(200)
})

test('LIMIT an owner is counted by account, and still sees their own card', async () => {
  const [own, other] = [await aCard(app.deps), await aCard(app.deps)]
  const { cookie } = await signedIn(app, own.id)
  const tries = Array.from({ length: guessesLimit.count + 20 }, (_, time) => ask(`unknown-${time}`, `203.0.113.${time}`, { cookie }))
  expect((await Promise.all(tries)).filter(({ status }) => status === 404)).toHaveLength(guessesLimit.count)
  expect((await ask(other.alias, '203.0.113.7', { cookie })).status).toBe(429)
  expect((await ask(own.alias, '203.0.113.7', { cookie })).status).toBe(200)
  expect((await ask(other.alias, '203.0.113.7')).status).toBe(200)
})
