import { and, desc, eq, gt, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'
import type { BackupErrorCode, BackupKind, BackupProgress } from '#contract/admin/backup-choices.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'

const runDays = 365
const dayMs = 86_400_000

const backupRuns = pgTable('backup_run', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<BackupKind>().notNull(),
  startedAt: moment('started_at').notNull(),
  /** Null while it runs, and after the server was killed until the next one starts. */
  endedAt: moment('ended_at'),
  /** To a file that a person named, not to BACKUP_TO. */
  isManual: boolean('is_manual').notNull().default(false),
  file: text('file').notNull().default(''),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  error: text('error').$type<BackupErrorCode>(),
  /** The error in one line of English, as the command line prints it. */
  message: text('message').notNull().default(''),
  /** Where it is, or where it ended. Null for rehearsals. */
  progress: jsonb('progress').$type<BackupProgress>(),
})
export type BackupRun = typeof backupRuns.$inferSelect

/** If the clock was set back during the run, it must not end before it started. */
const endAt = (now: Date) => sql`greatest(${backupRuns.startedAt}, ${now.toISOString()}::timestamptz)`

/** Call it under the lock of runs: an earlier one that has not ended was interrupted. */
export async function startRun(db: Db, kind: BackupKind, now: Date): Promise<string> {
  await db
    .update(backupRuns)
    .set({ endedAt: endAt(now), error: 'interrupted', message: 'The server stopped.' })
    .where(isNull(backupRuns.endedAt))
  const [oldest, latest] = [new Date(now.getTime() - runDays * dayMs), new Date(now.getTime() + dayMs)]
  // Runs that a wrong clock dated ahead would stay the latest until then.
  await db.delete(backupRuns).where(or(lt(backupRuns.startedAt, oldest), gt(backupRuns.startedAt, latest)))
  const id = newId(now.getTime())
  await db.insert(backupRuns).values({ id, kind, startedAt: now })
  return id
}

export type RunResult = Pick<BackupRun, 'file' | 'bytes' | 'error' | 'message'>

export async function endRun(db: Db, id: string, result: RunResult, now: Date): Promise<void> {
  await db
    .update(backupRuns)
    .set({ ...result, endedAt: endAt(now) })
    .where(eq(backupRuns.id, id))
}

const saveMs = 1000

/** Stores how far a run is: each new step, and within a step about once a second. Rows of a large database pass every few milliseconds. */
export function createProgress({ db, clock }: { db: Db; clock: Clock }, id: string) {
  let latest: BackupProgress | null = null
  let saved: { step: BackupProgress['step']; atMs: number } | null = null
  let saving: Promise<void> | null = null

  async function save(progress: BackupProgress) {
    saved = { step: progress.step, atMs: clock.now().getTime() }
    // The backup continues all the same.
    await db
      .update(backupRuns)
      .set({ progress })
      .where(eq(backupRuns.id, id))
      .catch(() => {})
    saving = null
    if (latest && latest.step !== saved.step) saving = save(latest)
  }

  return {
    report(progress: BackupProgress) {
      latest = progress
      const isRecent = saved && progress.step === saved.step && Math.abs(clock.now().getTime() - saved.atMs) < saveMs
      if (!saving && !isRecent) saving = save(progress)
    },
    /** Stores what is left. */
    async end() {
      while (saving) await saving
      if (latest) await save(latest)
    },
  }
}

/** A backup to a file that a person named. */
export async function recordBackupRun(db: Db, run: { file: string; bytes: number; startedAt: Date; endedAt: Date }): Promise<void> {
  await db.insert(backupRuns).values({
    id: newId(run.startedAt.getTime()),
    kind: 'backup',
    isManual: true,
    ...run,
    endedAt: new Date(Math.max(+run.startedAt, +run.endedAt)),
  })
}

/** When the last good one ended; null if there was none. One that a wrong clock dated over an hour ahead doesn't hide that the last is old. */
export async function readLastGood(db: Db, kind: BackupKind): Promise<Date | null> {
  const isGood = and(eq(backupRuns.kind, kind), lt(backupRuns.endedAt, sql`now() + interval '1 hour'`), isNull(backupRuns.error))
  const [row] = await db
    .select({ at: max(backupRuns.endedAt) })
    .from(backupRuns)
    .where(isGood)
  return row?.at ?? null
}

/** The last runs, the newest first. */
export const listRuns = (
  db: Db,
  limit: number,
  { kind, isManual }: Partial<Pick<BackupRun, 'kind' | 'isManual'>> = {},
): Promise<BackupRun[]> =>
  db
    .select()
    .from(backupRuns)
    .where(and(kind && eq(backupRuns.kind, kind), isManual === undefined ? undefined : eq(backupRuns.isManual, isManual)))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(limit)

/** The backup itself, as it was when its tables were read. A backup of an earlier release has no such table. */
export async function removeRunning(tx: Db): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 where to_regclass('backup_run') is not null`)
  if (rows.length === 0) return
  await tx.delete(backupRuns).where(isNull(backupRuns.endedAt))
}

/** Why the latest of each kind failed; null if it did not. */
export async function readLatestErrors(db: Db): Promise<Record<BackupKind, BackupErrorCode | null>> {
  const hasEnded = isNotNull(backupRuns.endedAt)
  const errorOf = async (kind: BackupKind) => {
    const [row] = await db
      .select({ error: backupRuns.error })
      .from(backupRuns)
      .where(and(eq(backupRuns.kind, kind), hasEnded))
      .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
      .limit(1)
    return row?.error ?? null
  }
  return { backup: await errorOf('backup'), rehearsal: await errorOf('rehearsal') }
}
