import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { PriceSettings } from './offered-plans.ts'

export type SubscribeDeps = {
  db: Db
  changes: Changes
  clock: Clock
  log: Log
  jobs: Pick<Jobs, 'enqueue' | 'ready'>
  billing: Billing
  settings: PriceSettings & Pick<Settings, 'publicUrl' | 'dunningDays'>
}

export type Card = { id: string; alias: string }
