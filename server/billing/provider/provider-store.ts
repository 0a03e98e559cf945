import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { setPlanRanks } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import { rankOf } from '../subscriptions/subscription-store.ts'
import { invoices, providerSubscriptions, subscriptions, type InvoiceRow, type ProviderSubscriptionRow } from '../tables.ts'

/** A customer at the provider, and the card it pays for. */
type Payer = { subjectId: string; customerId: string }

/**
 * The cards of these customers. Locks their rows in a fixed order until the transaction ends, so that writes for a card run one after
 * the other.
 */
export async function lockPayers(tx: Db, provider: string, customerIds: readonly string[]): Promise<Payer[]> {
  if (customerIds.length === 0) return []
  const { rows } = await tx.execute<{ subjectId: string; customerId: string }>(sql`
    select subject_id as "subjectId", customer_id as "customerId" from billing_customer
    where provider = ${provider} and customer_id = any(${sql.param([...customerIds])}::text[])
    order by subject_id for no key update`)
  return rows
}

export async function listSnapshots(db: Db, subjectIds: readonly string[]): Promise<ProviderSubscriptionRow[]> {
  if (subjectIds.length === 0) return []
  return db
    .select()
    .from(providerSubscriptions)
    .where(inArray(providerSubscriptions.subjectId, [...subjectIds]))
}

export async function upsertSnapshots(tx: Db, rows: readonly Omit<ProviderSubscriptionRow, 'listedAt' | 'revision'>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(providerSubscriptions)
    .values([...rows])
    .onConflictDoUpdate({
      target: [providerSubscriptions.subjectId, providerSubscriptions.id],
      set: {
        revision: sql`provider_subscription.revision + 1`,
        ...excluded(
          'provider',
          'customer_id',
          'status',
          'plan_code',
          'began_at',
          'trial_ends_at',
          'period_starts_at',
          'period_ends_at',
          'cancel_at',
          'ended_at',
          'card',
          'told_at',
        ),
      },
    })
}

/** The revision of each subscription; each write increments it. */
export async function readRevisions(db: Db, provider: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: providerSubscriptions.id, revision: providerSubscriptions.revision })
    .from(providerSubscriptions)
    .where(and(eq(providerSubscriptions.provider, provider), inArray(providerSubscriptions.id, [...ids])))
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

export async function upsertSubscriptions(tx: Db, rows: readonly (typeof subscriptions.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(subscriptions)
    .values([...rows])
    .onConflictDoUpdate({
      target: subscriptions.subjectId,
      set: excluded(
        'plan_code',
        'state',
        'trial_ends_at',
        'paid_until',
        'dunning_until',
        'cancel_at',
        'has_card_on_file',
        'is_card_expired',
        'card',
        'provider',
        'customer_id',
        'subscription_id',
        'provider_at',
        'updated_at',
      ),
    })
  await setPlanRanks(tx, new Map(rows.map(({ subjectId, state }) => [subjectId, rankOf(state)])))
}

/** Cards and ids separately: an index finds the few that match both. */
export async function listInvoicesByKey(db: Db, rows: readonly Pick<InvoiceRow, 'subjectId' | 'id'>[]): Promise<InvoiceRow[]> {
  if (rows.length === 0) return []
  const distinct = (of: 'subjectId' | 'id') => [...new Set(rows.map((row) => row[of]))]
  return db
    .select()
    .from(invoices)
    .where(and(inArray(invoices.subjectId, distinct('subjectId')), inArray(invoices.id, distinct('id'))))
}

export async function upsertInvoices(tx: Db, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(invoices)
    .values([...rows])
    .onConflictDoUpdate({
      target: [invoices.subjectId, invoices.id],
      set: excluded(
        'number',
        'state',
        'plan_code',
        'amount',
        'refunded',
        'currency',
        'issued_at',
        'period_starts_at',
        'period_ends_at',
        'url',
        'told_at',
      ),
    })
}

export async function markListed(tx: Db, provider: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(providerSubscriptions)
    .set({ listedAt: now })
    .where(and(eq(providerSubscriptions.provider, provider), inArray(providerSubscriptions.id, [...ids])))
}

/** Live subscriptions last reported before `since` and not in the provider’s list since then. */
export async function listUnlisted(
  db: Db,
  provider: string,
  since: Date,
  after: string,
  limit: number,
): Promise<{ id: string; subjectId: string }[]> {
  return db
    .select({ id: providerSubscriptions.id, subjectId: providerSubscriptions.subjectId })
    .from(providerSubscriptions)
    .where(
      and(
        eq(providerSubscriptions.provider, provider),
        gt(providerSubscriptions.id, after),
        isNull(providerSubscriptions.endedAt),
        lt(providerSubscriptions.reportedAt, since),
        or(isNull(providerSubscriptions.listedAt), lt(providerSubscriptions.listedAt, since)),
      ),
    )
    .orderBy(asc(providerSubscriptions.id))
    .limit(limit)
}

/** `set` clause of an upsert: `excluded.column` for each of these columns. */
function excluded(...columns: string[]) {
  return Object.fromEntries(columns.map((column) => [camel(column), sql.raw(`excluded.${column}`)]))
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
