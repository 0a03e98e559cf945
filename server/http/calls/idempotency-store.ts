import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

export type CallKey = { subjectId: string; accessKeyId: string; idempotencyKey: string }
type StoredCall = { requestHash: Buffer; createdAt: Date; status: number | null; answer: Buffer | null }

const isCall = ({ subjectId, accessKeyId, idempotencyKey }: CallKey) =>
  sql`subject_id = ${subjectId} and access_key_id = ${accessKeyId} and idempotency_key = ${idempotencyKey}`

/** Reserves the key for this request. False if it is reserved, unless that was before `expired`, or before `abandoned` without an answer. */
export async function reserveCall(
  db: Db,
  { subjectId, accessKeyId, idempotencyKey }: CallKey,
  { requestHash, now, expired, abandoned }: { requestHash: Buffer; now: Date; expired: Date; abandoned: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into idempotent_call as c (subject_id, access_key_id, idempotency_key, request_hash, created_at)
    values (${subjectId}, ${accessKeyId}, ${idempotencyKey}, ${requestHash}, ${now.toISOString()}::timestamptz)
    on conflict (subject_id, access_key_id, idempotency_key) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, answer = null
      where c.created_at <= ${expired.toISOString()}::timestamptz
        or (c.status is null and c.created_at <= ${abandoned.toISOString()}::timestamptz)
    returning 1`)
  return rows.length > 0
}

export async function findCall(db: Db, key: CallKey): Promise<StoredCall | null> {
  const { rows } = await db.execute<Omit<StoredCall, 'createdAt'> & { createdAt: string }>(
    sql`select request_hash as "requestHash", created_at as "createdAt", status, answer from idempotent_call where ${isCall(key)}`,
  )
  return rows[0] ? { ...rows[0], createdAt: new Date(rows[0].createdAt) } : null
}

export async function updateAnswer(db: Db, key: CallKey, { status, answer }: { status: number; answer: Buffer }): Promise<void> {
  await db.execute(sql`update idempotent_call set status = ${status}, answer = ${answer} where ${isCall(key)}`)
}

/** How many answers with content of a card are stored, at most `most`. */
export async function countAnswers(db: Db, subjectId: string, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from idempotent_call where subject_id = ${subjectId} and status <> 204 limit ${most}) stored`)
  return rows[0]?.count ?? 0
}

export async function deleteCall(db: Db, key: CallKey): Promise<void> {
  await db.execute(sql`delete from idempotent_call where ${isCall(key)}`)
}

export async function deleteCallsBefore(db: Db, moment: Date): Promise<void> {
  await db.execute(sql`delete from idempotent_call where created_at < ${moment.toISOString()}::timestamptz`)
}
