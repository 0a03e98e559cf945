import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'

let app: TestApp
let id: string
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
  }
  // Swept, as it is in life: the planner then knows what an index alone can answer.
  await db.execute(sql`vacuum analyze contact`)
  await db.execute(sql`analyze visit_day`)
})
afterAll(() => app[Symbol.asyncDispose]())

async function planOf(statement: SQL): Promise<string> {
  const { rows } = await app.needs.db.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${statement}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
const mine = () => sql`select * from contact where subject_id = ${id}`
const newestFirst = sql`order by date_created desc, id desc limit 10`

describe('by its plan', () => {
  test('a page of contacts is read in the order it lies in, at any depth', async () => {
    for (const behind of [sql``, sql`and (date_created, id) < (now() - interval '20 days', ${id}::uuid)`]) {
      const plan = await planOf(sql`${mine()} ${behind} ${newestFirst}`)
      expect(plan).toContain('contact_newest')
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })

  test('a search for few and a rare label look at one card, by the index of words and labels', async () => {
    expect(await planOf(sql`${mine()} and search like ${'%wren 4711%'} ${newestFirst}`)).toContain('contact_search')
    expect(await planOf(sql`${mine()} and search like ${'%c0ffee%'} and tags @> array['Buyer']::text[] ${newestFirst}`)).toContain(
      'contact_search',
    )
  })

  test('what is new is counted among what was not looked at', async () => {
    const plan = await planOf(sql`select 1 from contact where subject_id = ${id} and viewed = false and is_held = false limit 100`)
    expect(plan).toContain('contact_unviewed')
  })

  test('a report reads its card’s days and nothing else, and never an event', async () => {
    const plan = await planOf(sql`
      select value, sum(count) from visit_day where subject_id = ${id} and day between now()::date - 29 and now()::date
        and name = 'page_view' and dimension = 'page_name' group by value order by sum(count) desc limit 10000`)
    expect(plan).toMatch(/visit_day_pkey/)
    expect(plan).not.toMatch(/Seq Scan|visit_event/)
  })
})
