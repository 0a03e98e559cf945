import { sql } from 'drizzle-orm'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { RunDeps } from './run-backup.ts'
import { isRunning } from './run-lock.ts'
import { listRuns } from './runs.ts'
import { isDue, nextBackupAt, nextRehearsalAt } from './schedule.ts'

const runsMax = 60
/** One that takes longer than its job may is made again. */
const dayInSeconds = 86_400

/** Looks every ten minutes for what is due, on one of the servers. One without BACKUP_TO finds nothing, but keeps the others' schedule. */
export function backUpWhenDue({ database: { db }, clock, settings, jobs }: RunDeps & { jobs: () => Jobs }): Job<'backup.due'> {
  return {
    name: 'backup.due',
    every: '*/10 * * * *',
    async run() {
      // One that takes longer than an hour would be made twice.
      if (!settings.backupTo || (await isRunning(db))) return
      const { backupAt, rehearsalAt } = await readNext({ db }, settings.backupEvery, clock.now())
      await db.transaction(async (tx) => {
        if (isDue(backupAt, clock.now())) await jobs().enqueue(tx, 'backup.run', {}, { key: 'now' })
        else if (rehearsalAt !== null && isDue(rehearsalAt, clock.now())) await jobs().enqueue(tx, 'backup.rehearse', {}, { key: 'now' })
      })
    },
  }
}

/** When the next runs are due. A rehearsal needs a backup of this version's tables: null until there is one. */
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

/** A run has one place from its start to its end, whatever an administrator saves meanwhile. */
const fixed = (deps: RunDeps): RunDeps => ({ ...deps, settings: { ...deps.settings } })

// The result is recorded, and an error that was recorded is no reason to try again at once. The code is loaded when it is used.
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
