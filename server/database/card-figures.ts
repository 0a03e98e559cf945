import { asc, inArray, sql } from 'drizzle-orm'
import { bigint, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import type { Db } from './database.ts'

/** What the list of all cards is sorted by: one narrow row per card. The table’s name is older than most columns. */
export const cardFigures = pgTable('contact_count', {
  subjectId: uuid('subject_id').primaryKey(),
  /** The number of contacts, updated with every insert and delete. */
  total: bigint('total', { mode: 'number' }).notNull().default(0),
  /** In the last 30 days: counted as they are written, and again every night. */
  views: bigint('views', { mode: 'number' }).notNull().default(0),
  /** From the subscription’s stored state, and every night from its current state. */
  planRank: smallint('plan_rank').notNull().default(0),
  /** When an owner last used the site, to five minutes; -infinity: never. */
  lastActiveAt: moment('last_active_at')
    .notNull()
    .default(sql`'-infinity'`),
})

export const viewDays = 30

/** The order of plans in the list. */
export const planRanks = { free: 0, trial: 1, pro: 2, pastDue: 3 } as const

/** Counts recent views. Cards are updated in the order of their ids, so that concurrent writers don't deadlock. */
export async function addViews(tx: Db, rows: readonly { subjectId: string; day: string; count: number }[]): Promise<void> {
  if (rows.length === 0) return
  const column = columnsOf(rows)
  await tx.execute(sql`
    insert into contact_count (subject_id, views)
    select card, sum(count) from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ day }) => day)}::date[],
      ${column(({ count }) => count)}::bigint[]) row (card, day, count)
    where day > current_date - ${viewDays}::int group by card order by card
    on conflict (subject_id) do update set views = contact_count.views + excluded.views`)
}

/** Sets the plans of these cards. */
export async function setPlanRanks(tx: Db, ranks: ReadonlyMap<string, number>): Promise<void> {
  if (ranks.size === 0) return
  await tx.execute(sql`
    insert into contact_count (subject_id, plan_rank)
    select * from unnest(${sql.param([...ranks.keys()])}::uuid[], ${sql.param([...ranks.values()])}::smallint[]) order by 1
    on conflict (subject_id) do update set plan_rank = excluded.plan_rank`)
}

/** Records that an owner of these cards used the site. */
export async function recordUse(db: Db, subjectIds: readonly string[], now: Date): Promise<void> {
  if (subjectIds.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`
    update contact_count set last_active_at = ${at}
    where subject_id = any(${sql.param([...subjectIds])}::uuid[]) and last_active_at < ${at} - interval '5 minutes'`)
}

type ListedFigures = { contacts: number; views: number; lastActiveAt: string | null }

/** What the list shows of these cards. */
export async function listFigures(db: Db, ids: readonly string[]): Promise<Map<string, ListedFigures>> {
  const { rows } = await db.execute<{ id: string; contacts: string; views: string; lastActiveAt: string | null }>(sql`
    select subject_id as id, total as contacts, views, to_json(nullif(last_active_at, '-infinity')) as "lastActiveAt"
    from contact_count where subject_id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(
    rows.map(({ id, contacts, views, lastActiveAt }) => [
      id,
      { contacts: Number(contacts), views: Number(views), lastActiveAt: lastActiveAt && new Date(lastActiveAt).toISOString() },
    ]),
  )
}

/** Locks the figures of these cards until the transaction ends, in the order of other writers. */
export async function lockFigures({ tx, isCluster }: { tx: Db; isCluster: boolean }, ids: readonly string[]): Promise<void> {
  // The previous release creates cards without a row.
  await tx.execute(sql`
    insert into contact_count (subject_id) select id from subject
    where id = any(${sql.param([...ids])}::uuid[]) and not exists (select from contact_count where subject_id = subject.id)
    on conflict (subject_id) do nothing`)
  // Citus locks rows of one shard per statement.
  for (const some of isCluster ? ids.toSorted().map((id) => [id]) : [ids])
    await tx
      .select({ id: cardFigures.subjectId })
      .from(cardFigures)
      .where(inArray(cardFigures.subjectId, [...some]))
      .orderBy(asc(cardFigures.subjectId))
      .for('update')
}

type Figures = { subjectId: string; views: number; planRank: number; lastActiveAt: Date | undefined }

/** Corrects the figures of these cards. One that was deleted since they were listed is left out. */
export async function correctFigures(tx: Db, rows: readonly Figures[]): Promise<void> {
  const column = columnsOf(rows)
  const ids = column(({ subjectId }) => subjectId)
  await tx.execute(sql`
    update contact_count set views = row.views, plan_rank = row.plan_rank, last_active_at = greatest(contact_count.last_active_at, row.last_active_at)
    from unnest(${ids}::uuid[], ${column(({ views }) => views)}::bigint[], ${column(({ planRank }) => planRank)}::smallint[],
      ${column(({ lastActiveAt }) => lastActiveAt?.toISOString() ?? '-infinity')}::timestamptz[]) row (card, views, plan_rank, last_active_at)
    where subject_id = row.card and ((contact_count.views, contact_count.plan_rank) <> (row.views, row.plan_rank)
      or contact_count.last_active_at < row.last_active_at)`)
}

const columnsOf =
  <R>(rows: readonly R[]) =>
  (read: (row: R) => string | number) =>
    sql.param(rows.map(read))
