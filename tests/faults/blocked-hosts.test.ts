import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
  // A shorter timeout than the 15 seconds of production.
  app.deps.pool.on('acquire', (client) => void client.query(`set lock_timeout = '200ms'`))
})
afterAll(() => app[Symbol.asyncDispose]())

/** Locks the list of blocked hosts, so that it cannot be read. Everything else continues. */
async function lockTheList() {
  const client = new pg.Client({ connectionString: app.settings.databaseUrl ?? '' })
  await client.connect()
  await client.query('begin')
  await client.query('lock table blocked_host in access exclusive mode')
  return { [Symbol.asyncDispose]: () => client.end() }
}

const place = 'https://instagram.example/ann'
const shorten = () => app.ask(`/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(place)}`, { headers: { 'x-csrf': '1' } })
const click = (code: string) => app.ask(`/s/${code}`, { redirect: 'manual' })
const summaryOf = ({ status, headers }: Response) => [status, headers.get('retry-after'), headers.get('location')]

test('without the list of blocked hosts no link is shortened or followed', async () => {
  const { alias } = await aCard(app.deps, { services: [{ gradeServiceId: 6, directLink: place }] })
  const code = (await (await shorten()).text()).split('/s/')[1] ?? ''
  expect(summaryOf(await click(code))).toEqual([302, null, place])
  {
    await using _ = await lockTheList()
    expect(summaryOf(await shorten())).toEqual([503, '2', null])
    expect(summaryOf(await click(code))).toEqual([503, '2', null])
    expect((await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).status).toBe(200)
  }
  expect((await shorten()).status).toBe(200)
  expect(summaryOf(await click(code))).toEqual([302, null, place])
})
