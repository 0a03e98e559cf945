import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { pushCards, pushSubscriptions, pushTopics, type PushCard, type Subscription, type Topic } from './tables.ts'

const devicesMax = 20
const hasKey = ({ subjectId, device }: Pick<Subscription, 'subjectId' | 'device'>) =>
  and(eq(pushSubscriptions.subjectId, subjectId), eq(pushSubscriptions.device, device))
/** A former owner gets no more notifications. */
const isStillOwner = sql`exists (select 1 from membership m where m.subject_id = ${pushSubscriptions.subjectId} and m.account_id = ${pushSubscriptions.accountId})`
/** Nor does a device whose session expired or was ended. The row is deleted with the session. */
const isSignedIn = sql`exists (select 1 from session s where s.id = ${pushSubscriptions.sessionId} and s.ends_at > now())`

export async function findPushCard(db: Db, id: string): Promise<PushCard | null> {
  const [row] = await db.select().from(pushCards).where(eq(pushCards.id, id))
  return row ?? null
}

/** Serializes changes to the devices of a card. */
export async function lockDevices(tx: Db, subjectId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push:${subjectId}`}, 0))`)
}

/** Serializes changes to a browser's subscriptions of several cards. Acquire it after `lockDevices`. */
export async function lockBrowser(tx: Db, { endpoint }: Subscription['token']) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push:${endpoint}`}, 0))`)
}

export async function findDevice(db: Db, subjectId: string, device: string): Promise<Subscription | null> {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(hasKey({ subjectId, device }), isStillOwner))
  return row ?? null
}

export async function listTopics(db: Db, subjectId: string, device: string): Promise<{ topic: Topic; enabled: boolean }[]> {
  return db
    .select({ topic: pushTopics.topic, enabled: pushTopics.enabled })
    .from(pushTopics)
    .where(and(eq(pushTopics.subjectId, subjectId), eq(pushTopics.device, device)))
}

/** The devices to notify of a topic. */
export async function listDevices(db: Db, subjectId: string, topic: Topic): Promise<Subscription[]> {
  const subscribed = db
    .select({ device: pushTopics.device })
    .from(pushTopics)
    .where(and(eq(pushTopics.subjectId, subjectId), eq(pushTopics.topic, topic), eq(pushTopics.enabled, true)))
  return db
    .select()
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.subjectId, subjectId),
        eq(pushSubscriptions.enabled, true),
        eq(pushSubscriptions.active, true),
        inArray(pushSubscriptions.device, subscribed),
        isStillOwner,
        isSignedIn,
      ),
    )
    .limit(devicesMax)
}

const noFailures = { failures: 0, failedAt: null }
type Row = Omit<Subscription, 'active' | 'failures' | 'failedAt'>

/** Only the browser itself knows both, so a leaked endpoint is not enough to unsubscribe it. */
const isSameBrowser = ({ endpoint, keys }: Subscription['token']) =>
  and(sql`${pushSubscriptions.token} ->> 'endpoint' = ${endpoint}`, sql`${pushSubscriptions.token} -> 'keys' ->> 'auth' = ${keys.auth}`)

/** Replaces the device's row, other devices of the card with the same endpoint, and this browser's rows of another account. */
export async function upsertDevice(tx: Db, row: Row) {
  const { subjectId, device, token } = row
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.subjectId, subjectId),
        ne(pushSubscriptions.device, device),
        sql`${pushSubscriptions.token} ->> 'endpoint' = ${token.endpoint}`,
      ),
    )
  await tx.delete(pushSubscriptions).where(and(isSameBrowser(token), ne(pushSubscriptions.accountId, row.accountId ?? row.subjectId)))
  const values = { ...row, active: true, ...noFailures }
  await tx
    .insert(pushSubscriptions)
    .values(values)
    .onConflictDoUpdate({ target: [pushSubscriptions.subjectId, pushSubscriptions.device], set: values })
}

export async function upsertTopics(tx: Db, subjectId: string, device: string, wanted: ReadonlyMap<Topic, boolean>) {
  const rows = [...wanted].map(([topic, enabled]) => ({ subjectId, device, topic, enabled }))
  await tx
    .insert(pushTopics)
    .values(rows)
    .onConflictDoUpdate({ target: [pushTopics.subjectId, pushTopics.device, pushTopics.topic], set: { enabled: sql`excluded.enabled` } })
}

/** Deletes the least recently updated devices beyond the limit. */
export async function deleteOldestDevices(tx: Db, subjectId: string) {
  const newest = tx
    .select({ device: pushSubscriptions.device })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.subjectId, subjectId))
    .orderBy(desc(pushSubscriptions.updatedAt), desc(pushSubscriptions.device))
    .limit(devicesMax)
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.subjectId, subjectId), sql`${pushSubscriptions.device} not in ${newest}`))
}

/** Also matches the endpoint: the device may have subscribed again meanwhile. */
const isUnchanged = (row: Subscription) => and(hasKey(row), sql`${pushSubscriptions.token} ->> 'endpoint' = ${row.token.endpoint}`)

export async function deleteDevice(db: Db, row: Subscription) {
  await db.delete(pushSubscriptions).where(isUnchanged(row))
}

/** Deletes this owner's subscriptions in this browser, for every card. */
export async function deleteBrowser(tx: Db, { token, accountId, subjectId }: Subscription) {
  await tx.delete(pushSubscriptions).where(and(isSameBrowser(token), eq(pushSubscriptions.accountId, accountId ?? subjectId)))
}

export async function resetFailures(db: Db, row: Subscription) {
  await db.update(pushSubscriptions).set(noFailures).where(isUnchanged(row))
}

/** Counts a failure and returns how many there were in a row; 0 if the last one is too recent to count as another. */
export async function countFailure(db: Db, row: Subscription, { now, lastBefore }: { now: Date; lastBefore: Date }): Promise<number> {
  const { failures, failedAt } = pushSubscriptions
  const [counted] = await db
    .update(pushSubscriptions)
    .set({ failures: sql`case when ${failedAt} is null then 1 else ${failures} + 1 end`, failedAt: now })
    .where(and(isUnchanged(row), or(isNull(failedAt), lte(failedAt, lastBefore))))
    .returning({ failures })
  return counted?.failures ?? 0
}

/** An account's devices for a card, enabled or not. */
export async function listDevicesOf(
  db: Db,
  { subjectId, accountId }: { subjectId: string; accountId: string },
): Promise<Omit<Subscription, 'token'>[]> {
  const { token: _, ...columns } = getTableColumns(pushSubscriptions)
  return db
    .select(columns)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.subjectId, subjectId), eq(pushSubscriptions.accountId, accountId)))
    .orderBy(asc(pushSubscriptions.device))
    .limit(200)
}
