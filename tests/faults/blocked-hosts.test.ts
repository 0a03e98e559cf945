import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
  // Sooner than in earnest, where whoever waits is told after 15 seconds.
  app.needs.pool.on('acquire', (client) => void client.query(`set lock_timeout = '200ms'`))
})
afterAll(() => app[Symbol.asyncDispose]())

/** Somebody holds the list of blocked hosts, so that nobody reads it; all else goes on. */
async function holdTheList() {
  const client = new pg.Client({ connectionString: app.settings.databaseUrl ?? '' })
  await client.connect()
  await client.query('begin')
  await client.query('lock table blocked_host in access exclusive mode')
  return { [Symbol.asyncDispose]: () => client.end() }
}

const place = 'https://instagram.example/ann'
const shorten = () => app.ask(`/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(place)}`, { headers: { 'x-csrf': '1' } })
const click = (code: string) => app.ask(`/s/${code}`, { redirect: 'manual' })
const said = ({ status, headers }: Response) => [status, headers.get('retry-after'), headers.get('location')]

test('while the list of blocked hosts cannot be read nothing is shortened and nobody is led on, and afterwards both are', async () => {
  const { alias } = await aCard(app.needs, { services: [{ gradeServiceId: 6, directLink: place }] })
  const code = (await (await shorten()).text()).split('/s/')[1] ?? ''
  expect(said(await click(code))).toEqual([302, null, place])
  {
    await using _ = await holdTheList()
    expect(said(await shorten())).toEqual([503, '2', null])
    expect(said(await click(code))).toEqual([503, '2', null])
    expect((await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).status).toBe(200)
  }
  expect((await shorten()).status).toBe(200)
  expect(said(await click(code))).toEqual([302, null, place])
})
