import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { silentLog } from '../../../tests/harness/silent-log.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { locateHeard } from './locate-heard.ts'
import { locateMissed } from './locate.job.ts'
import { updateSubject } from '../card-store.ts'

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

test('CNT-2 an office whose edit nobody heard is asked for the night after, however many cards there are', async () => {
  const { clock, changes } = app.needs
  const office = { companyAddress: '9 Quay St', companyCity: 'Reno' }
  const [missed, other, old, known, bare] = await Promise.all(
    [office, office, office, office, {}].map((fields) => aCard(app.needs, fields)),
  )
  if (!missed || !other || !old || !known || !bare) throw new Error('no cards')
  const address = { address_line_1: '9 Quay St', city: 'Reno', state: '', zip_code: '' }
  await changes.write(async (tx) => {
    await updateSubject(tx, old.id, {}, new Date(clock.now().getTime() - 3 * 86_400_000))
    await updateSubject(tx, known.id, { settings: { location: { lat: 39.5, lng: -119.8, address } } }, clock.now())
  })
  const { asked, jobs } = someJobs()
  const settings = { ...app.needs.settings, geocoder: 'google' as const }
  await locateMissed({ ...app.needs, settings, jobs: () => jobs }, 2).run({})
  const ours = new Set([missed, other, old, known, bare].map(({ id }) => id))
  expect(asked.filter((id) => ours.has(id)).toSorted()).toEqual([missed.id, other.id].toSorted())
})
