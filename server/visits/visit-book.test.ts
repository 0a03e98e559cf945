import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { openVisitBook } from './visit-book.ts'

let app: TestApp
beforeAll(async () => void (app = await anApp()))
afterAll(() => app[Symbol.asyncDispose]())

test('more than can be written is refused in words and not answered as kept, and what was taken is written', async () => {
  const { id: subjectId } = await aCard(app.needs)
  const happening = { subjectId, at: new Date(), name: 'page_view', dimension: 'page_name', value: 'home' }
  await using book = openVisitBook({ ...app.needs, log: silentLog, waitingMax: 2 })
  const told = await Promise.allSettled([1, 2, 3].map(() => book.write([happening])))
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  const [refused] = told.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject({ problem: { type: '/problems/unavailable', status: 503 }, retryAfterSeconds: 5 })
})
