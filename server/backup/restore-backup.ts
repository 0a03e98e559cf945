import { sql } from 'drizzle-orm'
import type { RestoreIssue, RestoreStep } from '#contract/restore-choices.ts'
import { signOutAllAccounts } from '#server/accounts/sessions/end-session.ts'
import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Database, Db } from '#server/database/database.ts'
import { removeInstallation } from '#server/database/installation.ts'
import { writeName } from '#server/database/storage-owner.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { copyIn, copyOut, readTableShapes, type TableShape, usePlainForms } from './copy-tables.ts'
import type { Manifest, TableSummary } from './manifest.ts'
import { createPictureRestore, type PictureRestore } from './backup-pictures.ts'
import { checkBackup, rereadBackup, type BackupFile } from './read-backup.ts'
import { refuseOccupied, refuseOtherMigrations } from './may-restore.ts'
import { RestoreError } from './restore-error.ts'
import { removeRunning } from './runs.ts'
import { createCollector, pieceOf } from './tally.ts'
import { enqueueAgain, openQueues, parseWaitingJobs, removeWaitingJobs, waitingJobs } from './waiting-jobs.ts'

type Deps = {
  database: Pick<Database, 'db' | 'isCluster' | 'workLocks' | 'connection'>
  changes: Pick<Changes, 'write'>
  storage: Storage
  signal: AbortSignal
  /** The name of the storage that receives the pictures; the backup's storage has another. */
  place: string
  /** It has to wait for a backup, another restore, or a removal of images. */
  onWait?: () => void
  /** Checked once more when no one else can write: refuses by an error. */
  mayRestore?: (tx: Db) => Promise<void>
  onStep?: (step: RestoreStep, images?: number) => void
}

/** Restores all of a backup or nothing: checks the whole file first, then loads it in one transaction and compares before the commit. */
export async function restoreBackup(deps: Deps, backup: BackupFile, { replaces }: { replaces: boolean }): Promise<Manifest> {
  if (deps.database.isCluster)
    throw new RestoreError(
      'distributed',
      'This database is distributed, and Citus cannot restore into one. Restore into an empty PostgreSQL, then distribute it with: scale citus --run (docs/scale.md). Nothing was changed.',
    )
  deps.onStep?.('check')
  const { manifest, waiting } = await checkWithJobs(backup)
  const pictures = createPictureRestore({ ...deps.database, storage: deps.storage })
  let transactionId: string | null = null
  try {
    // Before the queue, whose schema is created or migrated when it opens.
    await refuse(deps.database.db, manifest, replaces)
    await using jobs = openQueues({ ...deps.database, log: silentLog }, waiting)
    await jobs?.ready()
    const write = async (tx: Db, notify: PublishChange, lock: Db) => {
      await usePlainForms(tx)
      await lockWrites(tx)
      // Again: a card may have been created since.
      await refuse(tx, manifest, replaces)
      await deps.mayRestore?.(tx)
      await pictures.rememberOld(tx)
      await load(tx, { ...deps, pictures }, backup, manifest)
      await removeWaitingJobs(tx)
      await enqueueAgain(tx, jobs, waiting)
      // Sessions ended and links used since the backup would become valid again.
      await signOutAllAccounts(tx)
      await writeName(tx, deps.place, new Date())
      // A backup contains the progress of a distribution or migration during which it was made.
      await removeInstallation(tx, 'distribution')
      await removeInstallation(tx, 'migrating')
      // A setup link that was replaced or used since would work again.
      await removeInstallation(tx, 'setup')
      // The installation that made the backup may still exist: each deletes only its own backups.
      await removeInstallation(tx, 'backup-name')
      await removeRunning(tx)
      // Every card and setting may have changed. All listeners handle 'everything', which is not a Change of one row.
      notify('everything')
      await lock.execute(sql`select`).catch((cause: unknown) => {
        throw new UserError('The connection that blocks the removal of images was lost. Nothing was changed. Run the command again.', {
          cause,
        })
      })
      transactionId = await idOf(tx)
    }
    // Pictures that exist already are named by a row again only at the commit: no sweep may remove them before.
    await blockRemovals(deps.database.db, deps, (lock) => deps.changes.write((tx, notify) => write(tx, notify, lock)))
  } catch (error) {
    // A connection that is lost at the end may hide the commit.
    const isDone = transactionId !== null && (await isCommitted(deps.database.db, transactionId))
    if (!isDone) {
      await pictures.undo()
      throw explain(error)
    }
  }
  // If that fails, the nightly sweep removes the pictures of the old rows.
  await pictures.removeOld(manifest).catch(() => {})
  return manifest
}

async function idOf(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
  return rows[0]?.id ?? ''
}

async function isCommitted(db: Db, transactionId: string): Promise<boolean> {
  const status = sql`select pg_xact_status(${transactionId}::xid8) as status`
  const { rows } = await db.execute<{ status: string }>(status).catch(() => ({ rows: [] }))
  if (rows[0]?.status === 'committed') return true
  if (rows[0]?.status === 'aborted') return false
  // The pictures stay: if no row names them, the nightly sweep removes them.
  throw new RestoreError(
    'unsure',
    'The connection to the database was lost at the end of the restore. Check whether the cards of the backup are there before you run it again.',
  )
}

async function refuse(db: Db, manifest: Manifest, replaces: boolean) {
  await refuseOtherMigrations(db, manifest)
  if (!replaces) await refuseOccupied(db)
}

/** Hundreds of thousands of jobs. */
const waitingBytesMax = 256 * 1024 * 1024

/** Parses the waiting jobs only after the whole file was checked. They are few, so they fit in memory. */
async function checkWithJobs(backup: BackupFile) {
  const parts = createCollector(waitingJobs, waitingBytesMax)
  const manifest = await checkBackup(backup, parts.add)
  return { manifest, waiting: parts.all().flatMap(parseWaitingJobs) }
}

async function load(tx: Db, { pictures, signal, onStep }: Deps & { pictures: PictureRestore }, backup: BackupFile, manifest: Manifest) {
  const shapes = new Map((await readTableShapes(tx)).map((shape) => [shape.name, shape]))
  const names = sql.join(
    [...shapes.keys()].map((name) => sql.identifier(name)),
    sql`, `,
  )
  onStep?.('database')
  await tx.execute(sql`truncate ${names}`)
  let images = 0
  await checkReferencesAtTheEnd(tx, () =>
    rereadBackup(backup, manifest, async ({ name, body }) => {
      signal.throwIfAborted()
      const piece = pieceOf(name)
      if (piece && 'table' in piece && piece.table === waitingJobs) return
      if (piece && 'table' in piece) return copyIn(tx, shapeOf(shapes, piece.table), body)
      if (!piece) return
      onStep?.('images', images++)
      await pictures.put(piece.picture, body)
    }),
  )
  signal.throwIfAborted()
  onStep?.('compare')
  for (const table of manifest.tables) if (table.name !== waitingJobs) await compare(tx, shapeOf(shapes, table.name), table, backup)
}

/** Tables refer to each other in any order, so foreign keys are checked when all rows are in. */
async function checkReferencesAtTheEnd(tx: Db, load: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ owner: string; name: string }>(sql`
    select conrelid::regclass::text as owner, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and not condeferrable and conparentid = 0 and connamespace = current_schema()::regnamespace`)
  const make = async (how: string) => {
    for (const { owner, name } of rows) await tx.execute(sql.raw(`alter table ${owner} alter constraint ${name} ${how}`))
  }

  await make('deferrable initially deferred')
  await load()
  await tx.execute(sql`set constraints all immediate`)
  await make('not deferrable')
}

function shapeOf(shapes: Map<string, TableShape>, table: string): TableShape {
  const shape = shapes.get(table)
  if (!shape) throw new UserError(`The backup contains a table this version does not have (${table}).`)
  return shape
}

/** Reads the table back and compares count and checksum. */
async function compare(tx: Db, shape: TableShape, promised: TableSummary, { onProgress }: BackupFile) {
  const parts = copyOut(tx, shape)
  let next = await parts.next()
  while (!next.done) {
    onProgress?.()
    next = await parts.next()
  }
  if (next.value.rows !== promised.rows || next.value.sha256 !== promised.sha256) {
    throw new UserError(`The table ${promised.name} differs from the backup after loading. Nothing was changed.`)
  }
}

/** Blocks reads and writes until the commit; blocked reads then see the restored data. */
async function lockWrites(tx: Db) {
  await tx.execute(sql`set local lock_timeout = '10s'`)
  await tx.execute(sql`lock table subject, account in access exclusive mode`)
}

function explain(error: unknown): unknown {
  if (error instanceof UserError) return error
  const code = codeOf(error)
  const userError = (reason: string, issue: RestoreIssue = 'failed') =>
    new RestoreError(issue, `${reason} Nothing was changed.`, { cause: error })
  if (code === '55P03') return userError('This database is in use. Stop the server and restore again.', 'busy')
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return userError('The disk is full.', 'full')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return userError('The images cannot be written: check the rights of their folder.')
  if (code === '42501') return userError('The user of DATABASE_URL does not own these tables.')
  if (code === 'ABORT_ERR') return userError('Stopped.', 'stopped')
  return error
}
