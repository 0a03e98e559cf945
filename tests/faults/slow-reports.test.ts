import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../harness/app.ts'
import { aCardToPress } from './a-card-to-press.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const report = {
  DateRanges: [{ StartDate: '7daysAgo', EndDate: 'today' }],
  Dimensions: [{ Name: 'customEvent:platform_used' }],
  Metrics: [{ Name: 'eventCount' as const }],
}

test('reports that wait for ever keep no card waiting, and answer when they can', async () => {
  const first = await aCardToPress(app)
  const cards = await Promise.all(Array.from({ length: 5 }, () => aCardToPress(app)))
  const inTheWay = new pg.Client({ connectionString: app.settings.databaseUrl ?? '' })
  await inTheWay.connect()
  await inTheWay.query('begin; lock table visit_day in access exclusive mode')

  const asked = Array.from({ length: 20 }, () => first.owner.call('visits.report', { input: { alias: first.alias, ...report } }))
  const outcomes = Promise.allSettled(asked)
  const begunMs = performance.now()
  for (const card of cards) expect((await card.show()).status).toBe(200)
  expect(await first.owner.call('cards.own')).toMatchObject([{ alias: first.alias }])
  expect(performance.now() - begunMs).toBeLessThan(2000)

  await inTheWay.query('rollback')
  await inTheWay.end()
  expect((await outcomes).map(({ status }) => status)).toEqual(asked.map(() => 'fulfilled'))
})
