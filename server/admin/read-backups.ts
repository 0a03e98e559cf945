import { stat } from 'node:fs/promises'
import type { Backups } from '#contract/admin/admin.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { listAuditEntries } from '#server/audit/audit-store.ts'
import { withAuditEntry } from '#server/audit/write-audit-entry.ts'
import { readNext } from '#server/backup/backup.job.ts'
import { proposeFolder } from '#server/backup/propose-folder.ts'
import { listRuns, readLastGood } from '#server/backup/runs.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { listBackups } from '#server/database/last-backups.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { presentAuditEntry } from './present-audit-entry.ts'

const entriesMax = 10
const runsMax = 20

type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'backupTo' | 'backupEvery' | 'backupPassphraseFile'>
type Deps = { db: Db; clock: Clock; settings: BackupSettings }

/** Automatic backups and rehearsals, and the last backups by command, each compared with its file, which may have moved since. */
export async function readBackups({ db, clock, settings }: Deps): Promise<Backups> {
  const { dataDir, databaseUrl, backupTo, backupEvery, backupPassphraseFile } = settings
  const [recorded, lastAt, rehearsedAt, next, runs, acts] = await Promise.all([
    listBackups(dataDir),
    readLastGood(db, 'backup'),
    readLastGood(db, 'rehearsal'),
    backupTo ? readNext({ db }, backupEvery, clock.now()) : { backupAt: null, rehearsalAt: null },
    listRuns(db, runsMax),
    listAuditEntries(db, { acts: ['backup', 'backup.rehearse', 'restore'], limit: entriesMax }),
  ])
  return {
    dataDir,
    isEmbedded: databaseUrl === null,
    target: backupTo,
    proposal: await proposeFolder(dataDir),
    isEncrypted: backupPassphraseFile !== null,
    everyHours: backupEvery / 3_600_000,
    lastAt: lastAt?.toISOString() ?? null,
    rehearsedAt: rehearsedAt?.toISOString() ?? null,
    nextAt: next.backupAt?.toISOString() ?? null,
    nextRehearsalAt: next.rehearsalAt?.toISOString() ?? null,
    runs: runs.map((run) => ({ ...run, startedAt: run.startedAt.toISOString(), endedAt: run.endedAt?.toISOString() ?? null })),
    backups: await Promise.all(recorded.map(async (backup) => ({ ...backup, state: await compare(backup) }))),
    acts: acts.map(presentAuditEntry),
  }
}

/** Starts one in the background, as the schedule does. */
export async function startBackup(
  deps: Deps & { changes: Changes; jobs: Jobs },
  caller: Caller,
  job: 'backup.run' | 'backup.rehearse',
): Promise<void> {
  const { backupTo, backupPassphraseFile } = deps.settings
  if (!backupTo) throw problem('conflict', { detail: 'BACKUP_TO is not set, so there is nowhere to back up to.' })
  const act =
    job === 'backup.run'
      ? ({ act: 'backup', detail: { isEncrypted: backupPassphraseFile !== null } } as const)
      : ({ act: 'backup.rehearse' } as const)
  const changes = withAuditEntry(deps, await readActor(deps.db, caller), act)
  await changes.write((tx) => deps.jobs.enqueue(tx, job, {}, { key: 'now' }))
}

async function compare({ file, bytes }: { file: string; bytes: number }): Promise<Backups['backups'][number]['state']> {
  const found = await stat(file).catch(() => null)
  if (!found) return 'missing'
  return found.size === bytes ? 'present' : 'changed'
}
