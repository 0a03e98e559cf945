import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone } from '../../lab/bench/phone.ts'
import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { planOf, readsTooMuch, statementsOf } from '../harness/statements.ts'

let app: TestApp
let owner: SignedIn
beforeAll(async () => {
  app = await anApp()
  const card = await aCard(app.deps, { alias: 'ada', services: [{ gradeServiceId: 6, directLink: 'https://instagram.com/ada' }] })
  owner = await signedIn(app, card.id)
  await app.deps.jobs.settle()
})
afterAll(() => app[Symbol.asyncDispose]())

const card = '/remote/api/public/e-card-by-alias/ada'
const search = (words: string) =>
  owner.call('contacts.search', { params: { page: 1, pageSize: 10, tag: 'none' }, input: { SearchFor: words } })
const days = { StartDate: '29daysAgo', EndDate: 'today' }
const calls: [what: string, ask: () => Promise<unknown>, queriesMax: number][] = [
  ['a card for a program', () => app.ask(`${card}?fresh`), 4],
  ['a card for its owner', () => owner.ask(card), 6],
  ['an unknown short link', () => app.ask('/s/abcdefgh'), 1],
  ['a picture', () => app.ask('/api/public/client-image/ada/ProfileImage/latest?w=220'), 3],
  ['a page of contacts', () => search(''), 6],
  ['a search of contacts', () => search('wren'), 5],
  [
    'a report',
    () =>
      owner.call('visits.report', {
        input: { DateRanges: [days], Dimensions: [{ Name: 'customEvent:platform_used' }], Metrics: [{ Name: 'eventCount' }] },
      }),
    4,
  ],
  // Shared by all requests within 40 ms.
  ['what a page tracks', () => trackPage(app, 'ada'), 5],
  // Two are for its events: who listens, and one insert. A connection that listens adds one per event.
  ['a capture', capture, 22],
]

const reCaptchaAction = 'carte/connect_client'
async function capture() {
  const proof = await solveCaptcha(await app.call('contacts.challenge', { query: { alias: 'ada', action: reCaptchaAction } }))
  return app.call('contacts.submit', { input: anEntry({ alias: 'ada', reCaptchaResponse: proof, reCaptchaAction }) })
}

async function trackPage({ ask }: TestApp, alias: string) {
  const events = [{ name: 'page_view', params: { page_name: 'home' } }]
  const headers = { 'content-type': 'application/json', 'user-agent': phone }
  await ask('/remote/api/public/track', { method: 'POST', headers, body: JSON.stringify({ alias, events }) })
}

describe.each(calls)('%s', (what, ask, queriesMax) => {
  test('costs few queries, and each uses an index', async () => {
    const statements = await statementsOf(ask, app.settings.databaseUrl)
    console.info(`${what}: ${statements.length} queries`)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(queriesMax)
    for (const one of statements) expect(readsTooMuch(await planOf(app.deps.pool, one, { isScanForbidden: true })), one.text).toEqual([])
  })
})

test.each([
  ['a table without an index for it', `select 1 from contact where company_name = 'Wren'`],
  ['an index that is read from end to end', `select count(*) from subject where id::text = 'a'`],
  ['all contacts of a day', `select subject_id from contact where is_held and not viewed and held_told_at < now()`],
])('%s is detected', async (_, text) => {
  expect(readsTooMuch(await planOf(app.deps.pool, { text, values: [] }, { isScanForbidden: true }))).toHaveLength(1)
})
