import { sql } from 'drizzle-orm'
import type { WebhookState } from '#contract/admin/admin-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export type WebhookRow = {
  id: string
  provider: string
  kind: string
  subjectId: string | null
  receivedAt: string
  appliedAt: string | null
  outcome: string
  canRetry: boolean
}
type Search = { text: string; subjectId: string | null; state?: WebhookState | undefined; from?: string | undefined; limit: number }

const stateOf = {
  failed: sql`outcome = 'troubled'`,
  waiting: sql`applied_at is null`,
  applied: sql`outcome in ('applied', 'read-again')`,
  ignored: sql`outcome in ('not-ours', 'nothing-to-do')`,
} as const satisfies Record<WebhookState, unknown>

const iso = (column: 'received_at' | 'applied_at') =>
  sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Where the next page begins: the moment and the id of the last row, which may contain anything but a space. */
export const cursorOf = ({ receivedAt, id }: WebhookRow): string => `${receivedAt} ${id}`
const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\S+)$/
export const isCursor = (text: string): boolean => cursorPattern.test(text)

/** Webhooks of every payment provider, the newest first; never their payload, which may contain anything. `text` is a type or its beginning, or an id. */
export async function listWebhooks(db: Db, { text, subjectId, state, from, limit }: Search): Promise<WebhookRow[]> {
  const [, at, id] = cursorPattern.exec(from ?? '') ?? []
  const found = sql`(event_id = ${text} or starts_with(kind, ${text}) or subject_id = ${subjectId}::uuid)`
  const { rows } = await db.execute<WebhookRow>(sql`
    select event_id as id, provider, kind, subject_id as "subjectId", ${iso('received_at')} as "receivedAt", ${iso('applied_at')} as "appliedAt",
      coalesce(outcome, '') as outcome, outcome = 'troubled' and told is not null as "canRetry"
    from billing_event
    where ${text ? found : sql`true`} and ${state ? stateOf[state] : sql`true`}
      and ${at ? sql`(received_at, event_id) < (${at}::timestamptz, ${id})` : sql`true`}
    order by received_at desc, event_id desc limit ${limit}`)
  return rows.map((row) => ({ ...row, canRetry: row.canRetry === true }))
}

type WebhookCounts = { failed: number; waiting: number; today: number; lastAt: string | null }

export async function countWebhooks(db: Db, dayAgo: Date): Promise<WebhookCounts> {
  const { rows } = await db.execute<WebhookCounts>(sql`
    select (count(*) filter (where ${stateOf.failed}))::int as failed, (count(*) filter (where ${stateOf.waiting}))::int as waiting,
      (count(*) filter (where received_at >= ${dayAgo.toISOString()}::timestamptz))::int as today,
      to_char(max(received_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from billing_event`)
  return rows[0] ?? { failed: 0, waiting: 0, today: 0, lastAt: null }
}

/** Applies a failed webhook again in the background; null where none with this id has failed. */
export async function retryWebhook(tx: Db, jobs: Pick<Jobs, 'enqueue'>, id: string): Promise<{ kind: string } | null> {
  const { rows } = await tx.execute<{ kind: string }>(sql`
    update billing_event set applied_at = null, outcome = null
    where event_id = ${id} and ${stateOf.failed} and told is not null returning kind`)
  const [webhook] = rows
  if (webhook) await jobs.enqueue(tx, 'billing.apply', {}, { key: 'received' })
  return webhook ?? null
}
