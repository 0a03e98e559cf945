import { expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { locateOnChange } from './locate-on-change.ts'
import { locateMissed } from './locate.job.ts'
import { updateSubject } from '../card-store.ts'
import { eventually } from '../../../tests/harness/eventually.ts'

const app = await theApp()

/** Records enqueued cards and concurrency, and fails the given number of times first. */
function someJobs(failures = 0) {
  let left = failures
  const enqueued: string[] = []
  let under = 0
  let most = 0
  const enqueue: Jobs['enqueue'] = async (_tx, _name, data) => {
    most = Math.max(most, ++under)
    await new Promise(setImmediate)
    under--
    if (left-- > 0) throw new Error('timeout exceeded when trying to connect')
    enqueued.push('subjectId' in data ? String(data.subjectId) : '')
  }
  return { enqueued, most: () => most, jobs: { ...app.deps.jobs, enqueue } }
}

test('an import enqueues offices with a new address, in batches', async () => {
  const cards = await Promise.all(
    Array.from({ length: 120 }, (_, nth) =>
      aCard(app.deps, nth % 2 === 0 ? { companyAddress: `${nth} Main St`, companyCity: 'Reno' } : {}),
    ),
  )
  const { enqueued, most, jobs } = someJobs()
  await using listener = locateOnChange({ ...app.deps, jobs, log: silentLog })
  for (const { id } of cards) listener.onChange(`card:${id}`)
  await eventually(() => expect(enqueued.length).toBe(60))
  expect([new Set(enqueued), most()]).toEqual([new Set(cards.filter((_, nth) => nth % 2 === 0).map(({ id }) => id)), 1])
})

test('a failed query is retried', async () => {
  const { id } = await aCard(app.deps, { companyAddress: '1 Main St', companyCity: 'Reno' })
  const { enqueued, jobs } = someJobs(2)
  const log = { ...silentLog, error: () => {} }
  await using listener = locateOnChange({ ...app.deps, jobs, log, retryMs: 5 })
  listener.onChange(`card:${id}`)
  await eventually(() => expect(enqueued).toEqual([id]))
})

test('CNT-2 a lost change is geocoded the next night, among many cards', async () => {
  const { clock, changes } = app.deps
  const office = { companyAddress: '9 Quay St', companyCity: 'Reno' }
  const [missed, other, old, known, bare] = await Promise.all([office, office, office, office, {}].map((fields) => aCard(app.deps, fields)))
  if (!missed || !other || !old || !known || !bare) throw new Error('no cards')
  const address = { address_line_1: '9 Quay St', city: 'Reno', state: '', zip_code: '' }
  await changes.write(async (tx) => {
    await updateSubject(tx, old.id, {}, new Date(clock.now().getTime() - 3 * 86_400_000))
    await updateSubject(tx, known.id, { settings: { location: { lat: 39.5, lng: -119.8, address } } }, clock.now())
  })
  const { enqueued, jobs } = someJobs()
  const settings = { ...app.deps.settings, geocoder: 'google' as const }
  await locateMissed({ ...app.deps, settings, jobs }, 2).run({})
  const local = new Set([missed, other, old, known, bare].map(({ id }) => id))
  expect(enqueued.filter((id) => local.has(id)).toSorted()).toEqual([missed.id, other.id].toSorted())
})
