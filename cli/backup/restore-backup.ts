import { sql } from 'drizzle-orm'
import { signEverybodyOut } from '#server/accounts/sessions/end-session.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Database, Db } from '#server/database/database.ts'
import { writeName } from '#server/database/storage-owner.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import { silentLog } from '../silent-log.ts'
import { copyIn, copyOut, readTableShapes, type TableShape, usePlainForms } from './copy-tables.ts'
import type { Manifest, TableSummary } from './manifest.ts'
import { createShelf, type Shelf } from './pictures.ts'
import { checkBackup, rereadBackup, type BackupFile } from './read-backup.ts'
import { refuseOccupied, refuseOtherMigrations } from './may-restore.ts'
import { pieceOf } from './tally.ts'
import { enqueueAgain, openQueues, parseWaitingJobs, removeWaitingJobs, waitingJobs } from './waiting-jobs.ts'

type Needs = {
  database: Pick<Database, 'db' | 'holds' | 'connection'>
  changes: Pick<Changes, 'write'>
  storage: Storage
  signal: AbortSignal
  /** The name of the place the pictures go to, which is not that of the backup's. */
  place: string
}

/** Everything of a backup, or nothing: it is read to its end first, and loaded in one transaction that is compared before it is committed. */
export async function restoreBackup(needs: Needs, backup: BackupFile, { replaces }: { replaces: boolean }): Promise<Manifest> {
  const { manifest, waiting } = await checkWithJobs(backup)
  const shelf = createShelf({ ...needs.database, storage: needs.storage })
  try {
    // Before the queue, whose schema is created or migrated when it opens.
    await refuse(needs.database.db, manifest, replaces)
    await using jobs = openQueues({ ...needs.database, log: silentLog }, waiting)
    await jobs?.ready()
    const write: Parameters<Changes['write']>[0] = async (tx, tell) => {
      await usePlainForms(tx)
      await holdStill(tx)
      // Again: a card may have been created since.
      await refuse(tx, manifest, replaces)
      await shelf.look(tx)
      await load(tx, { ...needs, shelf }, backup, manifest)
      await removeWaitingJobs(tx)
      await enqueueAgain(tx, jobs, waiting)
      // What was ended, used or replaced since is in the backup as it was then, and would open again.
      await signEverybodyOut(tx)
      await writeName(tx, needs.place, new Date())
      // Every card and every setting may be another one now. The word means more than a Change: all listeners know it.
      tell('everything')
    }
    // Nobody takes away what is there already and is named again only at the end.
    await blockRemovals(needs.database.db, needs.signal, () => needs.changes.write(write))
  } catch (error) {
    await shelf.undo()
    throw inWords(error)
  }
  // All of it is there. What only the old cards showed goes in the night where the storage is away now.
  await shelf.settle(manifest).catch(nullIfAway)
  return manifest
}

async function refuse(db: Db, manifest: Manifest, replaces: boolean) {
  await refuseOtherMigrations(db, manifest)
  if (!replaces) await refuseOccupied(db)
}

/** The backup is parsed only once all of it is checked: its jobs are few beside its rows. */
async function checkWithJobs(backup: BackupFile) {
  const parts: Buffer[] = []
  const manifest = await checkBackup(backup, ({ name, body }) => {
    const piece = pieceOf(name)
    if (piece && 'table' in piece && piece.table === waitingJobs) parts.push(body)
  })
  return { manifest, waiting: parts.flatMap(parseWaitingJobs) }
}

async function load(tx: Db, { shelf, signal }: Needs & { shelf: Shelf }, backup: BackupFile, manifest: Manifest) {
  const shapes = new Map((await readTableShapes(tx)).map((shape) => [shape.name, shape]))
  const names = sql.join(
    [...shapes.keys()].map((name) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`truncate ${names}`)
  await checkReferencesAtTheEnd(tx, () =>
    rereadBackup(backup, manifest, async ({ name, body }) => {
      signal.throwIfAborted()
      const piece = pieceOf(name)
      if (piece && 'table' in piece && piece.table === waitingJobs) return
      if (piece && 'table' in piece) return copyIn(tx, shapeOf(shapes, piece.table), body)
      if (piece) await shelf.put(piece.picture, body)
    }),
  )
  for (const table of manifest.tables) if (table.name !== waitingJobs) await compare(tx, shapeOf(shapes, table.name), table)
}

/** Tables refer to each other: what a row points at may come later, and is checked when all are in. */
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
  if (!shape) throw new Refusal(`The backup holds a table this version does not have (${table}).`)
  return shape
}

/** Reads the table back out: the same rows give the same sum. */
async function compare(tx: Db, shape: TableShape, promised: TableSummary) {
  const parts = copyOut(tx, shape)
  let next = await parts.next()
  while (!next.done) next = await parts.next()
  if (next.value.rows !== promised.rows || next.value.sha256 !== promised.sha256) {
    throw new Refusal(`The table ${promised.name} did not come out of the database as it went in. Nothing was changed.`)
  }
}

/** Nobody writes from here on; whoever reads waits, and goes on with the restored data. */
async function holdStill(tx: Db) {
  await tx.execute(sql`set local lock_timeout = '10s'`)
  await tx.execute(sql`lock table subject, account in access exclusive mode`)
}

function inWords(error: unknown): unknown {
  const code = codeOf(error)
  const say = (reason: string) => new Refusal(`${reason} Nothing was changed.`, { cause: error })
  if (code === '55P03') return say('Somebody is at work in this database. Stop the server and restore again.')
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return say('The disk is full.')
  if (code === '42501') return say('The user of DATABASE_URL does not own these tables.')
  if (code === 'ABORT_ERR') return say('Stopped.')
  return error
}
