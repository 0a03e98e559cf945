import type { Jobs } from '#server/jobs/jobs.ts'
import type { Identity } from '#server/integrations/identity.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { SessionNeeds } from './sessions/start-session.ts'

export type AccountNeeds = SessionNeeds & {
  jobs: Jobs
  log: Log
  identity: Identity | null
  settings: Pick<Settings, 'publicUrl' | 'oidcIssuer' | 'productName'>
  /** Which card has this key; accounts know cards only by whose they are. */
  findCardByKey(key: string): Promise<string | null>
  /** Every name that stands on these cards. */
  nameCards(subjectIds: readonly string[]): Promise<string[]>
}
