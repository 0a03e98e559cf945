import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../harness/app.ts'
import { aCardWithForm } from './a-card-with-form.ts'

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

test('slow reports delay no card, and finish when they can', async () => {
  const first = await aCardWithForm(app)
  const cards = await Promise.all(Array.from({ length: 5 }, () => aCardWithForm(app)))
  const inTheWay = new pg.Client({ connectionString: app.settings.databaseUrl ?? '' })
  await inTheWay.connect()
  await inTheWay.query('begin; lock table visit_day in access exclusive mode')

  let finished = 0
  const reports = Array.from({ length: 20 }, () =>
    first.owner.call('visits.report', { input: { alias: first.alias, ...report } }).finally(() => (finished += 1)),
  )
  const outcomes = Promise.allSettled(reports)
  try {
    for (const card of cards) expect((await card.show()).status).toBe(200)
    expect(await first.owner.call('cards.own')).toMatchObject([{ alias: first.alias }])
    expect(finished).toBe(0)
  } finally {
    await inTheWay.query('rollback')
    await inTheWay.end()
  }
  expect((await outcomes).map(({ status }) => status)).toEqual(reports.map(() => 'fulfilled'))
})
