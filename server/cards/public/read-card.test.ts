import { expect, test } from 'vitest'
import { setPlan, type ChosenPlan } from '#server/billing/orders/set-plan.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import { readPictures } from '#server/media/read-pictures.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { statementsOf } from '../../../tests/harness/statements.ts'
import { readCard } from './read-card.ts'

const app = await theApp()
const now = new Date()
const deps = { ...app.deps, clock: { now: () => now } }

test.each<ChosenPlan>([
  { plan: 'FREE' },
  { plan: 'PRO' },
  { plan: 'PRO', state: 'trial' },
  { plan: 'PRO', state: 'dunning' },
  { plan: 'PRO', state: 'unpaid' },
])('a card has the plan and pictures that are read alone: %j', async (chosen) => {
  const { id, alias } = await aCard(deps)
  await deps.changes.write((tx) => setPlan(tx, id, chosen, { now, lengths: { trialDays: 30, dunningDays: 14 } }))
  await deps.pool.query(`update subscription set has_card_on_file = true, card = '{ "expires": "2020-01" }' where subject_id = $1`, [id])
  await deps.pool.query(
    `insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha) values ($1, 'logo', 'abc', 40, 30, 9, false)`,
    [id],
  )
  const { plan, subscription, forMs, pictures } = await readCard(deps, alias)
  expect({ plan, subscription, forMs }).toEqual(await readPlan(deps, id))
  expect(pictures).toEqual(await readPictures(deps.db, id))
  expect(pictures).toMatchObject({ logo: { revision: 'abc' }, profile: null })
})

test('a card without pictures has none, in two statements', async () => {
  const { alias } = await aCard(deps)
  const statements = await statementsOf(async () => {
    const { pictures } = await readCard(deps, alias)
    expect(Object.values(pictures)).toEqual([null, null, null, null, null])
  }, app.settings.databaseUrl)
  expect(statements.filter(({ text }) => /"(alias|subject)"/.test(text))).toHaveLength(2)
})
