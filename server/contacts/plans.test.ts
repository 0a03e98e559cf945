import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { deleteQuartersBefore } from '#server/visits/visit-store.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { planOf, readsTooMuch, rowsLookedAt, statementsOf } from '../../tests/harness/statements.ts'
import {
  countAnnounced,
  countContacts,
  countHeld,
  deleteForgotten,
  findHolding,
  findSubmission,
  hasUntold,
  isAmongNewest,
  listContacts,
  unmarkHeldTold,
} from './contact-store.ts'

let app: TestApp
let id: string
let flooded: string
beforeAll(async () => {
  app = await anApp()
  const { db } = app.needs
  const cards = [await aCard(app.needs), await aCard(app.needs), await aCard(app.needs)]
  id = cards[0]?.id ?? ''
  for (const { id: subjectId } of cards) {
    await db.execute(sql`
      insert into contact (subject_id, id, submission_id, name, full_name, company_name, tags, viewed, date_created)
      select ${subjectId}::uuid, gen_random_uuid(), gen_random_uuid(), 'Anna', 'Anna Wren ' || g, 'Harbor Realty ' || md5(g::text),
        array[case when g % 50 = 0 then 'Buyer' else 'Seller' end], g % 100 > 0, now() - g * interval '7 minutes' from generate_series(1, 6000) g`)
    await db.execute(sql`
      insert into visit_day select ${subjectId}::uuid, now()::date - d, 'page_view', 'page_name', v, 1
      from generate_series(0, 399) d, unnest(array['home', 'about', 'reviews', 'contact', 'listings']) v`)
    await db.execute(sql`
      insert into visit_quarter select ${subjectId}::uuid, 'page_view', 'page_name', v, date_trunc('hour', now()) - q * interval '15 minutes', 1
      from generate_series(0, 5759) q, unnest(array['home', 'about', 'reviews']) v`)
  }
  // Forty that were announced, thirty of them opened, under a flood that came after them.
  flooded = (await aCard(app.needs)).id
  await db.execute(sql`
    insert into contact (subject_id, id, submission_id, name, full_name, viewed, is_held, held_told_at, date_created)
    select ${flooded}::uuid, gen_random_uuid(), gen_random_uuid(), 'Junk', 'Junk ' || g, g <= 30, g > 40, case when g > 40 then now() end,
      now() - interval '2 days' + g * interval '1 second' from generate_series(1, 20000) g`)
  // Swept, as it is in life: the planner then knows what an index alone can answer.
  await db.execute(sql`vacuum analyze contact`)
  await db.execute(sql`analyze visit_day, visit_quarter`)
})
afterAll(() => app[Symbol.asyncDispose]())

const newest = { limit: 10 }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Of the statements an act says, with what it says them. */
async function plansOf(act: () => Promise<unknown>, about = ''): Promise<string> {
  const said = (await statementsOf(act)).filter(({ text }) => text.includes(about))
  expect(said.length).toBeGreaterThan(0)
  const plans = await Promise.all(said.map((one) => planOf(app.needs.pool, one)))
  for (const plan of plans) expect(readsTooMuch(plan)).toEqual([])
  return plans.join('\n')
}

async function mostLookedAt(act: () => Promise<unknown>): Promise<number> {
  const said = await statementsOf(act)
  expect(said.length).toBeGreaterThan(0)
  return Math.max(...(await Promise.all(said.map((one) => rowsLookedAt(app.needs.pool, one)))))
}

describe('by its plan', () => {
  test('a page of contacts is read in the order it lies in, at any depth', async () => {
    const { db } = app.needs
    const after = { dateCreated: daysAgo(20), id }
    for (const place of [newest, { ...newest, after }]) {
      const plan = await plansOf(() => listContacts(db, id, {}, place))
      expect(plan).toContain('contact_newest')
      expect(plan).not.toMatch(/Sort/)
    }
  })

  test('a page by its number passes over the others in the index alone', async () => {
    const plan = await plansOf(() => listContacts(app.needs.db, id, {}, { ...newest, offset: 3000 }))
    expect(plan).toMatch(/Index Only Scan using contact_newest/)
  })

  test('a search for few and a rare label look at one card, by the index of words and labels', async () => {
    const { db } = app.needs
    const byWords = /contact_search_folded\n *Index Cond: .*~~ /
    expect(await plansOf(() => listContacts(db, id, { words: 'wren 4711' }, newest))).toMatch(byWords)
    expect(await plansOf(() => countContacts(db, id, { words: 'wren 4711' }))).toMatch(byWords)
    expect(await plansOf(() => listContacts(db, id, { words: 'c0ffee', label: 'Buyer' }, newest))).toMatch(byWords)
    expect(await plansOf(() => countContacts(db, id, { label: 'Buyer' }))).toMatch(/contact_search_folded\n *Index Cond: .*\(tags @> /)
  })

  test('what is new is counted among what was not looked at, what is held among that, and all of them not at all', async () => {
    const { db } = app.needs
    expect(await plansOf(() => countContacts(db, id, { isNew: true }))).toContain('contact_unheld_unviewed')
    expect(await plansOf(() => countHeld(db, id, 100))).toContain('contact_held')
    expect(await plansOf(() => countContacts(db, id, {}))).toContain('contact_count_pkey')
  })

  test('what is new, what was announced, and the newest that a free plan opens cost the same under twenty thousand that are held', async () => {
    const { db } = app.needs
    const asks = [
      () => countContacts(db, flooded, { isNew: true }),
      () => listContacts(db, flooded, { isNew: true }, newest),
      () => listContacts(db, flooded, { isNew: true }, { ...newest, offset: 5 }),
      () => listContacts(db, flooded, { newest: 5 }, newest),
      () => listContacts(db, flooded, { newest: 5, isNew: true }, newest),
      () => countContacts(db, flooded, { newest: 5 }),
      () => isAmongNewest(db, flooded, flooded, 5),
      () => countAnnounced(db, flooded, false, daysAgo(3), 20),
      () => countHeld(db, id, 100),
    ]
    for (const ask of asks) expect(await mostLookedAt(ask)).toBeLessThan(100)
    expect(await countContacts(db, flooded, { isNew: true })).toBe(10)
    expect(await listContacts(db, flooded, { newest: 5 }, newest)).toHaveLength(5)
  })

  test('a night’s look at a card with twenty thousand held costs the same as at one with few, where nothing of it is due', async () => {
    const { db } = app.needs
    const asks = [
      () => findHolding(db, null),
      () => findHolding(db, flooded),
      () => hasUntold(db, flooded, new Date()),
      () => deleteForgotten(db, flooded, daysAgo(1), 1000),
    ]
    for (const ask of asks) expect(await mostLookedAt(ask)).toBeLessThan(100)
    expect(await findHolding(db, null)).toBe(flooded)
  })

  test('what goes of twenty thousand, or is to be told anew, goes in parts that look at their own rows', async () => {
    const { db } = app.needs
    const parts = [() => deleteForgotten(db, flooded, daysAgo(-1), 1000), () => unmarkHeldTold(db, flooded, 1000)]
    for (const part of parts) expect(await mostLookedAt(part)).toBeLessThan(5000)
  })

  test('a form that is sent again is found by its number', async () => {
    expect(await plansOf(() => findSubmission(app.needs.db, id, id))).toContain('contact_once')
  })

  test('a report reads its card’s days and nothing else, and never an event', async () => {
    const owner = await signedIn(app, id)
    for (const by of [[], [{ Name: 'date' }]]) {
      const input = {
        timeZone: 'America/New_York',
        DateRanges: [{ StartDate: '29daysAgo', EndDate: 'today' }],
        Dimensions: [...by, { Name: 'customEvent:page_name' }],
        Metrics: [{ Name: 'eventCount' as const }],
      }
      const plan = await plansOf(() => owner.call('visits.report', { input }), 'visit_')
      expect(plan).toMatch(/visit_day_pkey/)
      expect(plan).toMatch(/visit_quarter_pkey/)
      expect(plan).not.toMatch(/visit_event/)
    }
  })

  test('quarters of an hour that are due are found by their time', async () => {
    const [found] = await statementsOf(() => deleteQuartersBefore(app.needs.db, new Date('2020-01-01')))
    if (!found) throw new Error('Nothing was asked.')
    expect(await planOf(app.needs.pool, found)).toMatch(/Index Only Scan using visit_quarter_by_time/)
  })
})
