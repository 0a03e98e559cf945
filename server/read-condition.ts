import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readLastAct } from './audit/act-store.ts'
import type { Db } from './database/database.ts'
import { readOldestWaitingSeconds, readQueues, type QueueCounts } from './jobs/read-queues.ts'
import type { Clock } from './integrations/clock.ts'

type Needs = { db: Db; clock: Clock; dataDir: string }
type Rows = { queues: QueueCounts[]; oldestSeconds: number; backupSeconds: number; skewSeconds: number }
/** What has to be asked for, of the disk and of the database; null where it does not answer. */
export type Condition = { freeBytes: number | null; rows: Rows | null }

const answerMs = 1000
const keptMs = 5000
const never = -1

/** For whoever looks at /metrics: asked every five seconds at most, however many look. */
export function createCondition({ db, clock, dataDir }: Needs): () => Promise<Condition> {
  let kept: Promise<Condition> | null = null
  let keptUntilMs = 0

  async function readRows(): Promise<Rows> {
    const { rows } = await db.execute<{ ms: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
    const ours = clock.now().getTime()
    const backup = await readLastAct(db, 'backup')
    return {
      queues: await readQueues(db),
      oldestSeconds: await readOldestWaitingSeconds(db),
      backupSeconds: backup ? Math.max(0, (ours - backup.getTime()) / 1000) : never,
      skewSeconds: (ours - (rows[0]?.ms ?? ours)) / 1000,
    }
  }

  async function read(): Promise<Condition> {
    const [disk, rows] = await Promise.all([statfs(dataDir).catch(() => null), soon(readRows(), answerMs)])
    return { freeBytes: disk && disk.bavail * disk.bsize, rows }
  }

  return () => {
    if (!kept || performance.now() > keptUntilMs) {
      kept = read()
      keptUntilMs = performance.now() + keptMs
    }
    return kept
  }
}

/** The answer, or null where none comes within that time: a server that was stopped, not ended, says nothing at all. */
async function soon<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([answer, wait(ms, null, { ref: false, signal: over.signal })])
  } catch {
    return null
  } finally {
    over.abort()
  }
}
