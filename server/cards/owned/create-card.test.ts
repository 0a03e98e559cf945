import { describe, expect, test } from 'vitest'
import { reservedSegments } from '#contract/pages.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { planOf, statementsOf } from '../../../tests/harness/statements.ts'
import { findCard } from '../card-store.ts'
import { changeCard } from '../editor/change-card.ts'

const app = await theApp()

const refusedAs = (type: string) => expect.objectContaining({ problem: expect.objectContaining({ type: `/problems/${type}` }) })

describe('an alias', () => {
  test('belongs to one card in any case', async () => {
    await aCard(app.deps, { alias: 'winter' })
    await expect(aCard(app.deps, { alias: 'WINTER' })).rejects.toEqual(refusedAs('conflict'))
  })

  test('can’t be a reserved path of the site', async () => {
    for (const alias of ['api', 'Account', 'bff', 's', 'assets']) {
      expect(reservedSegments.has(alias.toLowerCase())).toBe(true)
      await expect(aCard(app.deps, { alias })).rejects.toEqual(refusedAs('conflict'))
    }
  })

  test.each(['', '-a', 'a_b', 'a b', 'ä', 'a'.repeat(61), '../x'])('“%s” isn’t valid', async (alias) => {
    await expect(aCard(app.deps, { alias })).rejects.toEqual(refusedAs('input-invalid'))
  })

  test('is found by an index among many cards', async () => {
    const statements = await statementsOf(() => findCard(app.deps.db, 'winter'), app.settings.databaseUrl)
    const plans = await Promise.all(statements.map((one) => planOf(app.deps.pool, one, { isScanForbidden: true })))
    expect(plans).toEqual([expect.stringContaining('alias_pkey'), expect.stringContaining('subject_pkey')])
  })
})

describe('a change', () => {
  test('with invalid values names each field and changes nothing', async () => {
    const { id, alias } = await aCard(app.deps, { title: 'Before' })
    const wrong = { title: 'After', eCardTextColor: 'blue-ish', videoUrl: 'javascript:alert(1)', emailAddress: 'no-email' }

    await expect(changeCard(app.deps, id, wrong)).rejects.toMatchObject({
      problem: {
        type: '/problems/input-invalid',
        issues: expect.arrayContaining(['emailAddress', 'eCardTextColor', 'videoUrl'].map((path) => expect.objectContaining({ path }))),
      },
    })
    expect((await app.call('cards.read', { params: { alias } }))['{product}']).toMatchObject({ title: 'Before' })
  })

  test('of a missing card is refused', async () => {
    await expect(changeCard(app.deps, '018f0000-0000-7000-8000-000000000000', { title: 'x' })).rejects.toEqual(refusedAs('card-not-found'))
  })
})

describe('the database refuses', () => {
  test.each([
    ['a trial without an end', `insert into subscription (subject_id, plan_code, state) values ($1, 'PRO', 'trial')`],
    ['a paid plan without a date', `insert into subscription (subject_id, plan_code, state) values ($1, 'PRO', 'paid')`],
    ['an unknown plan', `insert into subscription (subject_id, plan_code, state, dunning_until) values ($1, 'GOLD', 'dunning', now())`],
    ['a profile that is neither one nor many', `update subject set profile = 3 where id = $1`],
    ['settings that are no document', `update subject set settings = '[]' where id = $1`],
    ['an unknown service', `insert into subject_service (subject_id, grade_service_id) values ($1, 0)`],
    [
      'a contact’s consent without the contact',
      `insert into contact_consent (subject_id, contact_id, wording, wording_version, language) values ($1, gen_random_uuid(), '', '', '')`,
    ],
    [
      'a day with fewer than no visits',
      `insert into visit_day (subject_id, day, name, dimension, value, count) values ($1, now(), '', '', '', -1)`,
    ],
  ])('%s', async (_, statement) => {
    const { id } = await aCard(app.deps, { plan: 'FREE' })
    await expect(app.deps.pool.query(statement, [id])).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  })
})
