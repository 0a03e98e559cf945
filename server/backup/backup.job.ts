import { sql } from 'drizzle-orm'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { RunDeps } from './run-backup.ts'
import { isRunning } from './run-lock.ts'
import { listRuns } from './runs.ts'
import { isDue, nextBackupAt, nextRehearsalAt } from './schedule.ts'

const runsMax = 60
/** A run that exceeds the time limit of its job starts over. */
const dayInSeconds = 86_400

/** Every ten minutes, one server starts what is due. A server without BACKUP_TO starts nothing, but doesn't unschedule the others. */
export function backUpWhenDue({ database: { db }, clock, settings, jobs }: RunDeps & { jobs: Pick<Jobs, 'enqueue'> }): Job<'backup.due'> {
  return {
    name: 'backup.due',
    every: '*/10 * * * *',
    async run() {
      // Otherwise a run of more than an hour would be started twice.
      if (!settings.backupTo || (await isRunning(db))) return
      const { backupAt, rehearsalAt } = await readNext({ db }, settings.backupEvery, clock.now())
      await db.transaction(async (tx) => {
        if (isDue(backupAt, clock.now())) await jobs.enqueue(tx, 'backup.run', {}, { key: 'now' })
        else if (rehearsalAt !== null && isDue(rehearsalAt, clock.now())) await jobs.enqueue(tx, 'backup.rehearse', {}, { key: 'now' })
      })
    },
  }
}

/** When the next runs are due. Null for the rehearsal until there is a backup of this version's tables. */
export async function readNext({ db }: Pick<RunDeps['database'], 'db'>, everyMs: number, now: Date) {
  const [backups, rehearsals, { rows }] = await Promise.all([
    listRuns(db, runsMax, { kind: 'backup', isManual: false }),
    listRuns(db, runsMax, { kind: 'rehearsal' }),
    db.execute<{ at: string }>(sql`select to_json(max(applied_at)) as at from migration`),
  ])
  const migratedAt = Date.parse(rows[0]?.at ?? '')
  const canRehearse = backups.some(
    ({ error, endedAt, startedAt }) => error === null && endedAt !== null && startedAt.getTime() > migratedAt,
  )
  return { backupAt: nextBackupAt(backups, everyMs, now), rehearsalAt: canRehearse ? nextRehearsalAt(rehearsals, now) : null }
}

/** A run writes to one target from start to end, even if an administrator changes the settings meanwhile. */
const fixed = (deps: RunDeps): RunDeps => ({ ...deps, settings: { ...deps.settings } })

// A failure is recorded, and the job isn't retried at once. The code is loaded on first use.
export const backUp = (deps: RunDeps): Job<'backup.run'> => ({
  name: 'backup.run',
  expireInSeconds: dayInSeconds,
  isForOthers: () => deps.settings.backupTo === '',
  async run() {
    if (deps.settings.backupTo) await (await import('./run-backup.ts')).runBackup(fixed(deps))
  },
})

export const rehearseBackup = (deps: RunDeps): Job<'backup.rehearse'> => ({
  name: 'backup.rehearse',
  expireInSeconds: dayInSeconds,
  isForOthers: () => deps.settings.backupTo === '',
  async run() {
    if (deps.settings.backupTo) await (await import('./rehearse.ts')).rehearse(fixed(deps))
  },
})
