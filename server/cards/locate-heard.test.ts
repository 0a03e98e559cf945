import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { locateHeard } from './locate-heard.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Writes down who is asked for, how many at once, and refuses as often as it is told. */
function someJobs(refusals = 0) {
  let left = refusals
  const asked: string[] = []
  let under = 0
  let most = 0
  const enqueue: Jobs['enqueue'] = async (_tx, _name, data) => {
    most = Math.max(most, ++under)
    await new Promise(setImmediate)
    under--
    if (left-- > 0) throw new Error('timeout exceeded when trying to connect')
    asked.push('subjectId' in data ? String(data.subjectId) : '')
  }
  return { asked, most: () => most, jobs: { ...app.needs.jobs, enqueue } }
}

test('an import of many cards asks for their offices one after the other, and only for those with an address that is new', async () => {
  const cards = await Promise.all(
    Array.from({ length: 120 }, (_, nth) =>
      aCard(app.needs, nth % 2 === 0 ? { companyAddress: `${nth} Main St`, companyCity: 'Reno' } : {}),
    ),
  )
  const { asked, most, jobs } = someJobs()
  await using heard = locateHeard({ ...app.needs, jobs, log: silentLog })
  for (const { id } of cards) heard.hear(`card:${id}`)
  await expect.poll(() => asked.length).toBe(60)
  expect([new Set(asked), most()]).toEqual([new Set(cards.filter((_, nth) => nth % 2 === 0).map(({ id }) => id)), 1])
})

test('what was refused is asked for again', async () => {
  const { id } = await aCard(app.needs, { companyAddress: '1 Main St', companyCity: 'Reno' })
  const { asked, jobs } = someJobs(2)
  const log = { ...silentLog, error: () => {} }
  await using heard = locateHeard({ ...app.needs, jobs, log, retryMs: 5 })
  heard.hear(`card:${id}`)
  await expect.poll(() => asked).toEqual([id])
})
