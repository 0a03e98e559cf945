import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readLastGood, readLatestErrors } from '../../backup/runs.ts'
import type { Db } from '../../database/database.ts'
import { readOldestWaitingSeconds, readQueueDepth, readQueues, type QueueCounts } from '../../jobs/read-queues.ts'
import type { Clock } from '../../integrations/clock.ts'
import type { Settings } from '../../settings.ts'

type Deps = { db: Db; clock: Clock; settings: Pick<Settings, 'dataDir' | 'backupTo'>; answerMs?: number | undefined }
type Rows = {
  queues: QueueCounts[]
  oldestSeconds: number
  webhooks: { waiting: number; overdueSeconds: number }
  backups: BackupValues
  skewSeconds: number
}
/** Null where no backups are scheduled. */
type BackupValues = { ageSeconds: number; lastSeconds: number; rehearsedSeconds: number | null; failed: Map<string, number> | null }
/** Values that must be queried: of the disk and of the database. Null if it does not answer. */
export type HealthValues = { freeBytes: number | null; rows: Rows | null }

const defaultAnswerMs = 1000
const cacheMs = 5000
const never = -1

/** Reads the values for /metrics, and caches them for five seconds, however many scrapes there are. */
export function createHealthReader({ db, clock, settings, answerMs = defaultAnswerMs }: Deps): () => Promise<HealthValues> {
  let cached: Promise<HealthValues> | null = null
  let cachedUntilMs = 0

  async function readRows(): Promise<Rows> {
    const { rows } = await db.execute<{ ms: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
    const nowMs = clock.now().getTime()
    return {
      queues: await readQueues(db),
      oldestSeconds: await readOldestWaitingSeconds(db),
      webhooks: await readQueueDepth(db, 'connections.deliver'),
      backups: await readBackups(nowMs),
      skewSeconds: (nowMs - (rows[0]?.ms ?? nowMs)) / 1000,
    }
  }

  async function readBackups(nowMs: number): Promise<BackupValues> {
    const [backup, rehearsal] = [await readLastGood(db, 'backup'), await readLastGood(db, 'rehearsal')]
    const errors = settings.backupTo ? await readLatestErrors(db) : null
    return {
      ageSeconds: backup ? Math.max(0, (nowMs - backup.getTime()) / 1000) : never,
      lastSeconds: toSeconds(backup),
      rehearsedSeconds: settings.backupTo || rehearsal ? toSeconds(rehearsal) : null,
      failed: errors && new Map(Object.entries(errors).map(([kind, error]) => [`kind="${kind}"`, Number(error !== null)])),
    }
  }

  async function read(): Promise<HealthValues> {
    const [disk, rows] = await Promise.all([statfs(settings.dataDir).catch(() => null), withTimeout(readRows(), answerMs)])
    return { freeBytes: disk && disk.bavail * disk.bsize, rows }
  }

  return () => {
    if (!cached || performance.now() > cachedUntilMs) {
      cached = read()
      cachedUntilMs = performance.now() + cacheMs
    }
    return cached
  }
}

/** Seconds since 1970; 0 is never. */
const toSeconds = (at: Date | null) => (at ? Math.round(at.getTime() / 1000) : 0)

/** The answer, or null after the timeout: a suspended database server does not even refuse connections. */
async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([answer, wait(ms, null, { ref: false, signal: over.signal })])
  } catch {
    return null
  } finally {
    over.abort()
  }
}
