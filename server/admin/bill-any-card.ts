import type { BillingActionInput, CardBilling } from '#contract/billing/admin-billing.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { withAuditEntry, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { recordBillingAction, type LedgerDeps } from '#server/billing/ledger/record-billing-action.ts'
import { readBillingOverview, type BillingOverview } from '#server/billing/ledger/read-billing-overview.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { assertPlans } from '#server/billing/orders/assert-plans.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

type Deps = LedgerDeps & { db: Db }

export async function readAnyBilling(deps: Deps, alias: string): Promise<CardBilling> {
  const { subject } = await readCard(deps, alias)
  return readCardBilling(deps, subject)
}

export async function billAnyCard(deps: Deps, caller: Caller, input: BillingActionInput): Promise<void> {
  const { subject } = await readCard(deps, input.alias)
  const actor = await readActor(deps.db, caller)
  await recordBillingAction(deps, subject.id, input, (tx, detail) =>
    writeAuditEntry(tx, actor, { act: `billing.${input.act}`, subjectId: subject.id, alias: subject.alias, detail }, deps.clock.now()),
  )
}

export const readOverview = (deps: Deps): Promise<BillingOverview> =>
  readBillingOverview({ ...deps, listCards: (ids) => listCardsById(deps.db, ids) })

/** Reconciles everything with the provider in the background; requests while it runs are merged. */
export async function compareNow(deps: Deps & { jobs: Jobs }, caller: Caller): Promise<void> {
  assertPlans(deps.settings)
  if (!deps.billing.provider) throw problem('conflict', { detail: 'There is no payment service to compare with.' })
  const changes = withAuditEntry(deps, await readActor(deps.db, caller), { act: 'billing.compare' })
  await changes.write((tx) => deps.jobs.enqueue(tx, 'billing.reconcile', {}, { key: 'now' }))
}
