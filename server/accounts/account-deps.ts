import type { Jobs } from '#server/jobs/jobs.ts'
import type { Identity } from '#server/integrations/identity.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { SessionDeps } from './sessions/start-session.ts'

export type AccountDeps = SessionDeps & {
  jobs: Jobs
  log: Log
  identity: Identity | null
  settings: Pick<Settings, 'publicUrl' | 'oidcIssuer' | 'productName' | 'signUp' | 'smtpUrl'>
  /** True if one of these cards has this key. */
  hasKey(subjectIds: readonly string[], key: string): Promise<boolean>
  /** Every name on these cards. */
  listCardNames(subjectIds: readonly string[]): Promise<string[]>
}
