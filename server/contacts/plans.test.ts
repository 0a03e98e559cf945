import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { deleteQuartersBefore } from '#server/visits/visit-store.ts'
import { isCluster } from '../../tests/harness/database.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { planOf, readsTooMuch, rowsScanned, statementsOf } from '../../tests/harness/statements.ts'
import {
  countNotified,
  countContacts,
  countQuarantined,
  deleteExpiredQuarantine,
  findNextCardWithQuarantine,
  findSubmission,
  hasUnnotifiedQuarantine,
  listContacts,
  listNewestIds,
  clearQuarantineNotified,
} from './contact-store.ts'

let app: TestApp
let id: string
let quarantinedCard: string
beforeAll(async () => {
  app = await anApp()
  const { db } = app.deps
  const cards = [await aCard(app.deps), await aCard(app.deps), await aCard(app.deps)]
  id = cards[0]?.id ?? ''
  for (const { id: subjectId } of cards) {
    await db.execute(sql`
      insert into contact (subject_id, id, submission_id, name, full_name, company_name, phone_number, tags, viewed, date_created)
      select ${subjectId}::uuid, gen_random_uuid(), gen_random_uuid(), 'Anna', 'Anna Wren ' || g, 'Harbor Realty ' || md5(g::text),
        '(207) 555-' || lpad(g::text, 4, '0'),
        array[case when g % 50 = 0 then 'Buyer' else 'Seller' end], g % 100 > 0, now() - g * interval '7 minutes' from generate_series(1, 6000) g`)
    await db.execute(sql`
      insert into visit_day select ${subjectId}::uuid, now()::date - d, 'page_view', 'page_name', v, 1
      from generate_series(0, 399) d, unnest(array['home', 'about', 'reviews', 'contact', 'listings']) v`)
    await db.execute(sql`
      insert into visit_quarter select ${subjectId}::uuid, 'page_view', 'page_name', v, date_trunc('hour', now()) - q * interval '15 minutes', 1
      from generate_series(0, 5759) q, unnest(array['home', 'about', 'reviews']) v`)
  }
  // Forty with notifications, thirty of them opened, older than a burst of quarantined ones.
  quarantinedCard = (await aCard(app.deps)).id
  await db.execute(sql`
    insert into contact (subject_id, id, submission_id, name, full_name, viewed, is_held, held_told_at, date_created)
    select ${quarantinedCard}::uuid, gen_random_uuid(), gen_random_uuid(), 'Junk', 'Junk ' || g, g <= 30, g > 40, case when g > 40 then now() end,
      now() - interval '2 days' + g * interval '1 second' from generate_series(1, 20000) g`)
  const client = await app.deps.pool.connect()
  // Each row counts: with statistics of a random sample, plans of about the same cost vary.
  await client.query('set default_statistics_target = 1000')
  // Vacuumed, as in production: index-only scans need the visibility map.
  await client.query('vacuum analyze contact')
  await client.query('analyze visit_day, visit_quarter')
  client.release(true)
})
afterAll(() => app[Symbol.asyncDispose]())

const newest = { limit: 10 }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** The plans of the statements that an action runs. */
async function plansOf(act: () => Promise<unknown>, about = ''): Promise<string> {
  const statements = (await statementsOf(act, app.settings.databaseUrl)).filter(({ text }) => text.includes(about))
  expect(statements.length).toBeGreaterThan(0)
  const plans = await Promise.all(statements.map((one) => planOf(app.deps.pool, one)))
  for (const plan of plans) expect(readsTooMuch(plan)).toEqual([])
  return plans.join('\n')
}

async function mostRowsRead(act: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(act, app.settings.databaseUrl)
  expect(statements.length).toBeGreaterThan(0)
  return Math.max(...(await Promise.all(statements.map((one) => rowsScanned(app.deps.pool, one)))))
}

describe('by its plan', () => {
  // In a shard with one card, the index of all cards reads no more.
  test.skipIf(isCluster())('a page of contacts is read in index order, at any depth', async () => {
    const { db } = app.deps
    for (const [order, index] of Object.entries({ newest: 'contact_newest', datedFirst: 'contact_dated_first' } as const))
      for (const after of [undefined, { dateCreated: daysAgo(20), id }, { dateCreated: daysAgo(20), id, isUndated: true }]) {
        const plan = await plansOf(() => listContacts(db, id, {}, { ...newest, order: order as 'newest', after }))
        expect(plan).toContain(index)
        expect(plan).not.toMatch(/Sort/)
      }
  })

  test.skipIf(isCluster())('a page sorted by name or company is read in index order, at any depth', async () => {
    const { db } = app.deps
    const after = { dateCreated: daysAgo(20), id, fullName: 'Anna Wren 3000', companyName: 'Harbor Realty 8' }
    for (const order of ['name', 'company'] as const)
      for (const place of [
        { ...newest, order },
        { ...newest, order, after },
      ]) {
        const plan = await plansOf(() => listContacts(db, id, {}, place))
        expect(plan).toContain(`contact_by_${order}`)
        expect(plan).not.toMatch(/Sort/)
      }
  })

  test('a numbered page skips the earlier ones with an index-only scan', async () => {
    const page = { ...newest, offset: 3000 }
    expect(await plansOf(() => listContacts(app.deps.db, id, {}, page))).toMatch(/Index Only Scan using contact_newest/)
    expect(await plansOf(() => listContacts(app.deps.db, id, {}, { ...page, order: 'datedFirst' }))).toMatch(
      /Index Only Scan using contact_dated_first/,
    )
  })

  test('a rare search term, phone number and label use the indexes, on one card', async () => {
    const { db } = app.deps
    const byWords = /contact_search\n *Index Cond: .*~~ /
    expect(await plansOf(() => listContacts(db, id, { words: 'wren 4711' }, newest))).toMatch(byWords)
    expect(await plansOf(() => listContacts(db, id, { words: '4711 wren anna' }, newest))).toMatch(byWords)
    expect(await plansOf(() => countContacts(db, id, { words: 'wren 4711' }))).toMatch(byWords)
    expect(await plansOf(() => listContacts(db, id, { words: 'c0ffee', label: 'Buyer' }, newest))).toMatch(byWords)
    expect(await plansOf(() => countContacts(db, id, { label: 'Buyer' }))).toMatch(/contact_search(?:_folded)?\n *Index Cond: .*\(tags @> /)
    for (const words of ['555-4711', '+12075554711']) {
      expect(await plansOf(() => listContacts(db, id, { words }, newest))).toMatch(byWords)
      expect(await mostRowsRead(() => countContacts(db, id, { words }))).toBeLessThan(100)
    }
  })

  test('a search counts up to a thousand without reading the rest of the card', async () => {
    const { db } = app.deps
    expect(await countContacts(db, id, { words: 'anna' }, 1001)).toBe(1001)
    expect(await mostRowsRead(() => countContacts(db, id, { words: 'anna' }, 1001))).toBeLessThan(1100)
    expect(await mostRowsRead(() => countContacts(db, id, { words: 'wren anna harbor' }, 1001))).toBeLessThan(1100)
    expect(await mostRowsRead(() => countContacts(db, id, { words: 'wren 4711' }, 1001))).toBeLessThan(100)
  })

  test('new and quarantined contacts are counted by index, all by a counter', async () => {
    const { db } = app.deps
    expect(await plansOf(() => countContacts(db, id, { isNew: true }))).toContain('contact_unheld_unviewed')
    expect(await plansOf(() => countQuarantined(db, id, 100))).toContain('contact_held')
    expect(await plansOf(() => countContacts(db, id, {}))).toContain('contact_count_pkey')
  })

  test('20,000 quarantined contacts don’t slow counts and the free plan’s list', async () => {
    const { db } = app.deps
    const reads = [
      () => countContacts(db, quarantinedCard, { isNew: true }),
      () => listContacts(db, quarantinedCard, { isNew: true }, newest),
      () => listContacts(db, quarantinedCard, { isNew: true }, { ...newest, offset: 5 }),
      () => listContacts(db, quarantinedCard, { newest: 5 }, newest),
      () => listContacts(db, quarantinedCard, { newest: 5, isNew: true }, newest),
      () => countContacts(db, quarantinedCard, { newest: 5 }),
      () => listNewestIds(db, quarantinedCard, 5),
      () => countNotified(db, quarantinedCard, false, daysAgo(3), 20),
      () => countQuarantined(db, id, 100),
    ]
    for (const read of reads) expect(await mostRowsRead(read)).toBeLessThan(100)
    expect(await countContacts(db, quarantinedCard, { isNew: true })).toBe(10)
    expect(await listContacts(db, quarantinedCard, { newest: 5 }, newest)).toHaveLength(5)
  })

  test('if none are due, the cleanup reads no more for 20,000 contacts than for few', async () => {
    const { db } = app.deps
    const reads = [
      () => findNextCardWithQuarantine(db, null),
      () => findNextCardWithQuarantine(db, quarantinedCard),
      () => hasUnnotifiedQuarantine(db, quarantinedCard, new Date()),
      () => deleteExpiredQuarantine(db, quarantinedCard, daysAgo(1), 1000),
    ]
    for (const read of reads) expect(await mostRowsRead(read)).toBeLessThan(100)
    expect(await findNextCardWithQuarantine(db, null)).toBe(quarantinedCard)
  })

  test('batches of the cleanup read only their own rows', async () => {
    const { db } = app.deps
    const parts = [
      () => deleteExpiredQuarantine(db, quarantinedCard, daysAgo(-1), 1000),
      () => clearQuarantineNotified(db, quarantinedCard, 1000),
    ]
    for (const part of parts) expect(await mostRowsRead(part)).toBeLessThan(5000)
  })

  test('a repeated submission is found by its key', async () => {
    expect(await plansOf(() => findSubmission(app.deps.db, id, id))).toContain('contact_once')
  })

  test('a report reads its card’s daily counts, and never an event', async () => {
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

  // A cluster shows the plan of any shard, also of an empty one.
  test.skipIf(isCluster())('expired quarter-hour counts are found by their time', async () => {
    const act = () => deleteQuartersBefore(app.deps.db, new Date('2020-01-01'))
    const [found] = await statementsOf(act, app.settings.databaseUrl)
    if (!found) throw new Error('No statement was sent.')
    expect(await planOf(app.deps.pool, found)).toMatch(/Index Only Scan using visit_quarter_by_time/)
  })
})
