import type { Webhook, Webhooks } from '#contract/admin/admin.ts'
import { webhookStateOf, type WebhookState } from '#contract/admin/admin-choices.ts'
import { pathTo } from '#common/path-to.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { countWebhooks, cursorOf, isCursor, listWebhooks, retryWebhook, type WebhookRow } from '#server/billing/events/list-webhooks.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { findReportable } from '#server/cards/public/find-cards.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { pageSize, cutPage } from './cut-page.ts'

type Deps = { db: Db; clock: Clock; billing: Billing; settings: { publicUrl: string } }
type Search = { q?: string | undefined; state?: WebhookState | undefined; from?: string | undefined }

const dayMs = 86_400_000

/** Received webhooks of the payment provider and their results. */
export async function readWebhooks({ db, clock, billing, settings }: Deps, { q = '', state, from }: Search): Promise<Webhooks> {
  if (from !== undefined && !isCursor(from)) throw problem('input-invalid', { issues: [fieldIssue('from', 'invalid')] })
  const card = q ? await findReportable(db, q.replace(/^\//, '')) : null
  const [counts, found] = await Promise.all([
    countWebhooks(db, new Date(clock.now().getTime() - dayMs)),
    listWebhooks(db, { text: q, subjectId: card?.id ?? null, state, from, limit: pageSize + 1 }),
  ])
  const { visible, next } = cutPage(found, cursorOf)
  const cards = await listCardsById(db, [...new Set(visible.flatMap(({ subjectId }) => subjectId ?? []))])
  const aliases = new Map(cards.map(({ id, alias }) => [id, alias]))
  return {
    provider: billing.provider?.name ?? '',
    address: `${settings.publicUrl}${pathTo('billing.receiveEvent')}`,
    ...counts,
    webhooks: visible.map((row) => presentWebhook(row, aliases.get(row.subjectId ?? '') ?? '')),
    next,
  }
}

const presentWebhook = ({ id, provider, kind, receivedAt, appliedAt, outcome, canRetry }: WebhookRow, alias: string): Webhook => ({
  id,
  provider,
  kind,
  receivedAt,
  appliedAt,
  canRetry,
  alias,
  state: webhookStateOf(outcome),
})

export async function retryAnyWebhook(
  { db, changes, clock, jobs }: { db: Db; changes: Changes; clock: Clock; jobs: Jobs },
  caller: Caller,
  id: string,
): Promise<void> {
  const actor = await readActor(db, caller)
  await jobs.ready()
  await changes.write(async (tx) => {
    const webhook = await retryWebhook(tx, jobs, id)
    if (!webhook) throw problem('not-found')
    await writeAuditEntry(tx, actor, { act: 'webhook.retry', detail: { webhook: webhook.kind } }, clock.now())
  })
}
