import { randomBytes } from 'node:crypto'
import type { BackupKind, BackupProgress } from '#contract/admin/backup-choices.ts'
import { recordBackup } from '#server/database/last-backups.ts'
import type { Database, Db } from '#server/database/database.ts'
import { readOrCreate } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import { UserError } from '#server/common/user-error.ts'
import { BackupError, describeFailure } from './explain-failure.ts'
import { readPassphrase } from './read-passphrase.ts'
import { whileLocked } from './run-lock.ts'
import { createProgress, endRun, startRun, type RunResult } from './runs.ts'
import { chooseOutdated, nameOf } from './schedule.ts'
import { openTarget, type BackupTarget } from './target.ts'
import { unlessAborted, writeBackup } from './write-backup.ts'

export type RunDeps = {
  database: Database
  storage: Storage
  clock: Clock
  log: Log
  settings: Settings
  productVersion: string
  signal: AbortSignal
  onWait?: () => void
}
export type RunContext = {
  db: Db
  target: BackupTarget
  installation: string
  passphrase: string | null
  signal: AbortSignal
  onProgress(): void
  onStep(progress: BackupProgress): void
}

/** The end of a place or a storage that hangs: a large backup takes hours, but reads or writes all the time. */
const idleMaxMs = 3_600_000

/** A file for a bucket is written and read back before it is uploaded. */
const inFileShare = 2 / 3

/** Backs up to BACKUP_TO, then deletes what is no longer kept. */
export function runBackup(deps: RunDeps, idleMs?: number): Promise<RunResult> {
  const { database, settings, clock, log } = deps
  return recordRun(deps, 'backup', idleMs, async ({ db, target, installation, passphrase, signal, onProgress, ...run }, report) => {
    const name = nameOf(installation, clock.now())
    report.file = name
    await target.sweep()
    // Waiting for another backup is no standstill.
    const onWait = () => {
      deps.onWait?.()
      onProgress()
    }
    const isFolder = !settings.backupTo.startsWith('s3:')
    const inFile = isFolder ? 1 : inFileShare
    let written: BackupProgress | null = null
    const onStep = (progress: BackupProgress) => run.onStep((written = { ...progress, share: progress.share * inFile }))
    const { manifest, bytes, missingPictures } = await target.store(
      name,
      (file) =>
        writeBackup({ ...deps, database: { db, isCluster: database.isCluster }, signal, onWait, onStep }, { file, passphrase, onProgress }),
      (share) => written && run.onStep({ ...written, step: 'upload', share: inFile + (1 - inFile) * share }),
    )
    report.bytes = bytes
    checkImages(missingPictures.length, manifest.pictures.length, log)
    if (isFolder) await recordBackup(settings.dataDir, { file: `${settings.backupTo}/${name}`, at: manifest.madeAt, bytes })
    try {
      for (const old of chooseOutdated(await target.names(), installation, settings.backupKeep, clock.now())) await target.remove(old)
    } catch (error) {
      // The backup is good all the same, and the next one prunes again.
      log.warn('backup-not-pruned', { error })
    }
  })
}

/** A row whose image was lost long ago must not fail every backup; an image disk that isn't mounted must, and nothing is pruned then. */
function checkImages(missing: number, stored: number, log: Log) {
  if (missing === 0) return
  const total = missing + stored
  if (missing > total / 10)
    throw new BackupError(
      'without-images',
      `${missing} of ${total} images are missing from the backup, which was kept. Mount the disk of the images, or check STORAGE, then make another one.`,
    )
  log.warn('backup-images-missing', { missing, total })
}

/** Runs under the lock, and records the result whatever happens. Throws only if it could not start. */
export async function recordRun(
  { database, clock, log, settings, signal }: RunDeps,
  kind: BackupKind,
  idleMs = idleMaxMs,
  work: (context: RunContext, report: RunResult) => Promise<void>,
): Promise<RunResult> {
  if (settings.backupTo === '') throw new UserError('BACKUP_TO is not set. Set it to a folder or a bucket, or name a file: backup FILE.')
  return whileLocked(database, log, async (db) => {
    const id = await startRun(database.db, kind, clock.now())
    const progress = createProgress({ db: database.db, clock }, id)
    const report: RunResult = { file: '', bytes: 0, error: null, message: '' }
    const idle = new AbortController()
    const timer = setTimeout(() => idle.abort(), idleMs)
    const onProgress = () => void timer.refresh()
    const limits = AbortSignal.any([signal, idle.signal])
    try {
      const installation = String(await readOrCreate(database.db, 'backup-name', async () => randomBytes(4).toString('hex'), clock.now()))
      const passphrase = await readPassphrase(settings.backupPassphraseFile).catch((cause: Error) => {
        throw new BackupError('passphrase-file', cause.message, { cause })
      })
      const target = await openTarget({ settings, installation, signal: limits, onProgress })
      await unlessAborted(
        work({ db, target, installation, passphrase, signal: limits, onProgress, onStep: progress.report }, report),
        limits,
      )
    } catch (error) {
      Object.assign(report, describeFailure(ended(error, { signal, idle: idle.signal, idleMs }), settings.backupTo))
      log.error(`${kind}-failed`, { kind: report.error, message: report.message, ...(report.error === 'failed' ? { error } : {}) })
    }
    clearTimeout(timer)
    await progress.end()
    await endRun(database.db, id, report, clock.now())
    if (report.error === null) log.info(`${kind}-done`, { file: report.file, bytes: report.bytes })
    return report
  })
}

function ended(error: unknown, { signal, idle, idleMs }: { signal: AbortSignal; idle: AbortSignal; idleMs: number }): unknown {
  if (signal.aborted) return new BackupError('interrupted', 'The server stopped.')
  if (!idle.aborted) return error
  return new BackupError('slow', `Nothing was read or written for ${Math.round(idleMs / 60_000)} minutes, so it was given up and removed.`)
}
