import type { Changes } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/outside/billing.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Log } from '#server/outside/log.ts'
import type { Settings } from '#server/settings.ts'
import type { PriceSettings } from './offered-plans.ts'

export type SubscribeNeeds = {
  db: Db
  changes: Changes
  clock: Clock
  log: Log
  jobs: Pick<Jobs, 'enqueue' | 'ready'>
  billing: Billing
  settings: PriceSettings & Pick<Settings, 'publicUrl' | 'dunningDays'>
}

export type Card = { id: string; alias: string }
