import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { aDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { stateAt, stateInSql } from '../subscriptions/describe-subscription.ts'
import type { Subscription } from '../tables.ts'

test('SQL and code derive the same state of a subscription', async () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const dates = [null, new Date(now.getTime() - 1000), now, new Date(now.getTime() + 1000)]
  const states = ['trial', 'paid', 'dunning', 'unpaid', 'expired'] as const satisfies Subscription['state'][]
  const all = states.flatMap((state) =>
    dates.flatMap((trialEndsAt) =>
      dates.flatMap((paidUntil) => dates.map((dunningUntil) => ({ state, trialEndsAt, paidUntil, dunningUntil }))),
    ),
  )

  await using stored = await aDatabase()
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  const { rows } = await database.db.execute<{ state: string }>(sql`
    select ${stateInSql(now)} as state from jsonb_to_recordset(${JSON.stringify(
      all.map((one, place) => ({
        place,
        state: one.state,
        trial_ends_at: one.trialEndsAt,
        paid_until: one.paidUntil,
        dunning_until: one.dunningUntil,
      })),
    )}::jsonb) as it (place int, state text, trial_ends_at timestamptz, paid_until timestamptz, dunning_until timestamptz)
    order by place`)
  expect(rows.map(({ state }) => state)).toEqual(all.map((one) => stateAt(one as Subscription, now)))
})
