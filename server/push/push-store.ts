import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { pushCards, pushSubscriptions, pushTopics, type PushCard, type Subscription, type Topic } from './tables.ts'

const devicesMax = 20
const at = ({ subjectId, device }: Pick<Subscription, 'subjectId' | 'device'>) =>
  and(eq(pushSubscriptions.subjectId, subjectId), eq(pushSubscriptions.device, device))
/** Somebody who gave the card up hears nothing more of it. */
const isStillOwner = sql`exists (select 1 from membership m where m.subject_id = ${pushSubscriptions.subjectId} and m.account_id = ${pushSubscriptions.accountId})`
/** Nor does a device whose session is over: ended there, from afar, or by its age. The row goes with the session. */
const isSignedIn = sql`exists (select 1 from session s where s.id = ${pushSubscriptions.sessionId} and s.ends_at > now())`

export async function findPushCard(db: Db, id: string): Promise<PushCard | null> {
  const [row] = await db.select().from(pushCards).where(eq(pushCards.id, id))
  return row ?? null
}

/** Devices of one card come and go one after the other. */
export async function lockDevices(tx: Db, subjectId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push:${subjectId}`}, 0))`)
}

/** A browser is given up, and told of another card, one after the other. Taken after the devices of a card. */
export async function lockBrowser(tx: Db, { endpoint }: Subscription['token']) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push:${endpoint}`}, 0))`)
}

export async function findDevice(db: Db, subjectId: string, device: string): Promise<Subscription | null> {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(at({ subjectId, device }), isStillOwner))
  return row ?? null
}

export async function listTopics(db: Db, subjectId: string, device: string): Promise<{ topic: Topic; enabled: boolean }[]> {
  return db
    .select({ topic: pushTopics.topic, enabled: pushTopics.enabled })
    .from(pushTopics)
    .where(and(eq(pushTopics.subjectId, subjectId), eq(pushTopics.device, device)))
}

/** Who hears of this. */
export async function listDevices(db: Db, subjectId: string, topic: Topic): Promise<Subscription[]> {
  const wantsIt = db
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
        inArray(pushSubscriptions.device, wantsIt),
        isStillOwner,
        isSignedIn,
      ),
    )
    .limit(devicesMax)
}

const noFailures = { failures: 0, failedAt: null }
type Row = Omit<Subscription, 'active' | 'failures' | 'failedAt'>

/** Only the browser itself has both: an address alone, overheard somewhere, silences nobody. */
const isSameBrowser = ({ endpoint, keys }: Subscription['token']) =>
  and(sql`${pushSubscriptions.token} ->> 'endpoint' = ${endpoint}`, sql`${pushSubscriptions.token} -> 'keys' ->> 'auth' = ${keys.auth}`)

/** In place of what this device had before, of any other device of the card at the same endpoint, and of whoever used this browser before. */
export async function putDevice(tx: Db, row: Row) {
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

export async function putTopics(tx: Db, subjectId: string, device: string, wanted: ReadonlyMap<Topic, boolean>) {
  const rows = [...wanted].map(([topic, enabled]) => ({ subjectId, device, topic, enabled }))
  await tx
    .insert(pushTopics)
    .values(rows)
    .onConflictDoUpdate({ target: [pushTopics.subjectId, pushTopics.device, pushTopics.topic], set: { enabled: sql`excluded.enabled` } })
}

/** Those one has had longest without a word from them go. */
export async function dropOldest(tx: Db, subjectId: string) {
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

/** Only the endpoint that was tried: the device may have subscribed anew meanwhile. */
const tried = (row: Subscription) => and(at(row), sql`${pushSubscriptions.token} ->> 'endpoint' = ${row.token.endpoint}`)

export async function dropDevice(db: Db, row: Subscription) {
  await db.delete(pushSubscriptions).where(tried(row))
}

/** Of every card that this owner hears of there. */
export async function dropBrowser(tx: Db, { token, accountId, subjectId }: Subscription) {
  await tx.delete(pushSubscriptions).where(and(isSameBrowser(token), eq(pushSubscriptions.accountId, accountId ?? subjectId)))
}

export async function forgiveFailures(db: Db, row: Subscription) {
  await db.update(pushSubscriptions).set(noFailures).where(tried(row))
}

/** How many in a row there were now; 0 where the last was later than `apartFrom`: then this is the same one again. */
export async function countFailure(db: Db, row: Subscription, { now, apartFrom }: { now: Date; apartFrom: Date }): Promise<number> {
  const { failures, failedAt } = pushSubscriptions
  const [counted] = await db
    .update(pushSubscriptions)
    .set({ failures: sql`case when ${failedAt} is null then 1 else ${failures} + 1 end`, failedAt: now })
    .where(and(tried(row), or(isNull(failedAt), lte(failedAt, apartFrom))))
    .returning({ failures })
  return counted?.failures ?? 0
}

/** Somebody's devices that are told of a card, whether or not they are at the moment. */
export async function listDevicesOf(
  db: Db,
  { subjectId, accountId }: { subjectId: string; accountId: string },
): Promise<Omit<Subscription, 'token'>[]> {
  const { token: _, ...shown } = getTableColumns(pushSubscriptions)
  return db
    .select(shown)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.subjectId, subjectId), eq(pushSubscriptions.accountId, accountId)))
    .orderBy(asc(pushSubscriptions.device))
    .limit(200)
}
