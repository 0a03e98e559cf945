import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'
import { meanwhile } from '../../tests/harness/meanwhile.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { visitDays, visitEvents } from './tables.ts'
import { openVisitWriter } from './visit-writer.ts'

const app = await theApp()

test('events beyond the queue limit are rejected, and accepted ones are written', async () => {
  const { id: subjectId } = await aCard(app.deps)
  const event = { subjectId, at: new Date(), name: 'page_view', dimension: 'page_name', value: 'home' }
  await using book = openVisitWriter({ ...app.deps, log: silentLog, waitingMax: 2 })
  const results = await Promise.allSettled([1, 2, 3].map(() => book.write([event])))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  const [rejected] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(rejected).toMatchObject({ problem: { type: '/problems/unavailable', status: 503 }, retryAfterSeconds: 5 })
})

test('single visits are stored as soon, and as long, as the setting allows it', async () => {
  const { id: subjectId } = await aCard(app.deps)
  const event = { subjectId, at: new Date(), name: 'page_view', dimension: 'page_name', value: 'home' }
  const settings = { visitEventMonths: 0 }
  await using book = openVisitWriter({ ...app.deps, settings, log: silentLog })
  const stored = async () => app.deps.db.$count(visitEvents, eq(visitEvents.subjectId, subjectId))
  await book.write([event])
  expect(await stored()).toBe(0)
  settings.visitEventMonths = 14
  await book.write([event])
  expect(await stored()).toBe(1)
  settings.visitEventMonths = 0
  await book.write([event])
  expect(await stored()).toBe(1)
})

test('contacts of a card don’t wait for the rest of a batch of its views', async () => {
  const { id: subjectId } = await aCard(app.deps)
  await using book = openVisitWriter({ ...app.deps, log: silentLog })
  using between = meanwhile(
    app.deps.pool,
    (text) => text.includes('insert into visit_quarter'),
    () => app.deps.db.execute(sql`select from contact_count where subject_id = ${subjectId} for update nowait`),
  )
  await book.write([{ subjectId, at: new Date(), name: 'open_carte', dimension: 'platform_used', value: 'Mobile' }])
  await expect(between.outcome()).resolves.toBeDefined()
})

describe('made-up values', () => {
  const at = new Date('2036-06-15T15:00:00Z')
  const click = (subjectId: string, value: string, more: { name?: string; at?: Date } = {}) => {
    const name = more.name ?? 'homepage_click'
    return { subjectId, at: more.at ?? at, name, dimension: name, value }
  }
  const madeUp = (subjectId: string, count: number, begins = 'word') =>
    Array.from({ length: count }, (_, place) => click(subjectId, `${begins} ${place}`))
  const aBook = () => openVisitWriter({ ...app.deps, log: silentLog })
  const countsOf = async (subjectId: string) => {
    const { day, name, value, count } = visitDays
    const of = eq(visitDays.subjectId, subjectId)
    return app.deps.db.select({ day, name, value, count }).from(visitDays).where(of).orderBy(asc(day), asc(name), asc(value))
  }
  const totalOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

  test('are counted separately up to 200 a day, and together beyond', async () => {
    const [card, quiet] = [await aCard(app.deps), await aCard(app.deps)]
    await using book = aBook()
    await book.write([click(card.id, 'Newsletter'), click(card.id, 'other')])
    for (const begins of ['one', 'two', 'three']) await book.write([...madeUp(card.id, 150, begins), ...madeUp(card.id, 150, begins)])
    const counts = await countsOf(card.id)
    expect(counts).toHaveLength(200)
    expect(totalOf(counts)).toBe(902)
    expect(counts.find(({ value }) => value === 'other')?.count).toBe(1 + 2 * (450 - 198))

    const tomorrow = new Date('2036-06-16T15:00:00Z')
    await book.write([
      ...['Instagram', 'Newsletter', 'Blog'].map((value) => click(card.id, value)),
      click(card.id, 'Blog', { name: 'homepage_event' }),
      click(card.id, 'Blog', { at: tomorrow }),
      click(quiet.id, 'Blog'),
    ])
    const after = await countsOf(card.id)
    const of = (wanted: string) => after.filter(({ value }) => value === wanted)
    expect(of('Instagram')).toMatchObject([{ count: 1 }])
    expect(of('Newsletter')).toMatchObject([{ count: 2 }])
    expect(of('Blog').map(({ day, name }) => [day, name])).toEqual([
      ['2036-06-15', 'homepage_event'],
      ['2036-06-16', 'homepage_click'],
    ])
    expect(await countsOf(quiet.id)).toMatchObject([{ value: 'Blog', count: 1 }])
    expect(totalOf(after)).toBe(902 + 5)
  })

  test('sent to several servers at once are limited too, and all counted', async () => {
    const { id } = await aCard(app.deps)
    await using one = aBook()
    await using two = aBook()
    const notify = (round: string) => Promise.all([one.write(madeUp(id, 300, `one ${round}`)), two.write(madeUp(id, 300, `two ${round}`))])
    await notify('a')
    const filled = await countsOf(id)
    expect(filled.length).toBeLessThanOrEqual(401)
    await notify('b')
    const counts = await countsOf(id)
    expect([counts.length, totalOf(counts)]).toEqual([filled.length, 1200])
  })
})
