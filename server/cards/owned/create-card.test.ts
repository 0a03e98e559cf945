import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservedSegments } from '#contract/pages.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { changeCard } from '../editor/change-card.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const refusedAs = (type: string) => expect.objectContaining({ problem: expect.objectContaining({ type: `/problems/${type}` }) })
const explain = (sql: string) => app.needs.pool.query<{ 'QUERY PLAN': string }>(sql)

describe('an alias', () => {
  test('belongs to one card, whatever its case', async () => {
    await aCard(app.needs, { alias: 'winter' })
    await expect(aCard(app.needs, { alias: 'WINTER' })).rejects.toEqual(refusedAs('conflict'))
  })

  test('is never one of our own addresses', async () => {
    for (const alias of ['api', 'Account', 'bff', 's', 'assets']) {
      expect(reservedSegments.has(alias.toLowerCase())).toBe(true)
      await expect(aCard(app.needs, { alias })).rejects.toEqual(refusedAs('conflict'))
    }
  })

  test.each(['', '-a', 'a_b', 'a b', 'ä', 'a'.repeat(61), '../x'])('“%s” cannot be one', async (alias) => {
    await expect(aCard(app.needs, { alias })).rejects.toEqual(refusedAs('input-invalid'))
  })

  test('is found by an index, however many cards there are', async () => {
    await explain('set enable_seqscan = off')
    const { rows } = await explain(`explain select s.id from alias a join subject s on s.id = a.subject_id where a.name = 'winter'`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/alias_pkey/)
    expect(plan).toMatch(/subject_pkey/)
  })
})

describe('a change', () => {
  test('that cannot be taken names each field, and nothing is changed', async () => {
    const { id, alias } = await aCard(app.needs, { title: 'Before' })
    const wrong = { title: 'After', eCardTextColor: 'blue-ish', videoUrl: 'javascript:alert(1)', emailAddress: 'nobody' }

    await expect(changeCard(app.needs, id, wrong)).rejects.toMatchObject({
      problem: {
        type: '/problems/input-invalid',
        faults: expect.arrayContaining(['emailAddress', 'eCardTextColor', 'videoUrl'].map((path) => expect.objectContaining({ path }))),
      },
    })
    expect((await app.call('cards.read', { params: { alias } }))['{product}']).toMatchObject({ title: 'Before' })
  })

  test('of a card that is not there is refused', async () => {
    await expect(changeCard(app.needs, '018f0000-0000-7000-8000-000000000000', { title: 'x' })).rejects.toEqual(refusedAs('card-not-found'))
  })
})

describe('the database itself refuses', () => {
  test.each([
    ['a trial without an end', `insert into subscription (subject_id, plan_code, state) select id, 'PRO', 'trial' from subject limit 1`],
    ['a paid plan without a date', `insert into subscription (subject_id, plan_code, state) select id, 'PRO', 'paid' from subject limit 1`],
    [
      'a plan nobody knows',
      `insert into subscription (subject_id, plan_code, state, dunning_until) select id, 'GOLD', 'dunning', now() from subject limit 1`,
    ],
    ['a profile that is neither one nor many', `update subject set profile = 3`],
    ['settings that are no document', `update subject set settings = '[]'`],
    [
      'a service of nobody',
      `insert into subject_service (subject_id, grade_service_id) values ('018f0000-0000-7000-8000-000000000000', 1)`,
    ],
    [
      'a contact’s consent without the contact',
      `insert into contact_consent (subject_id, contact_id, wording, wording_version, language) select id, id, '', '', '' from subject limit 1`,
    ],
    [
      'a day with fewer than no visits',
      `insert into visit_day (subject_id, day, name, dimension, value, count) select id, now(), '', '', '', -1 from subject limit 1`,
    ],
  ])('%s', async (_, sql) => {
    await aCard(app.needs, { plan: 'FREE' })
    // The newest card is the one without a subscription.
    await expect(app.needs.pool.query(sql.replace('from subject limit 1', 'from subject order by id desc limit 1'))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
  })
})
