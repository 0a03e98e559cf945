import type { BillWish, CardBilling } from '#contract/billing/operator-billing.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { withAct, writeAct } from '#server/audit/write-act.ts'
import { noteBill, type LedgerNeeds } from '#server/billing/ledger/note-bill.ts'
import { readBillingDesk, type BillingDesk } from '#server/billing/ledger/read-billing-desk.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

type Needs = LedgerNeeds & { db: Db }

export async function readAnyBilling(needs: Needs, alias: string): Promise<CardBilling> {
  const { subject } = await readCard(needs, alias)
  return readCardBilling(needs, subject)
}

export async function billAnyCard(needs: Needs, caller: Caller, wish: BillWish): Promise<void> {
  const { subject } = await readCard(needs, wish.alias)
  const actor = await readActor(needs.db, caller)
  await noteBill(needs, subject.id, wish, (tx, detail) =>
    writeAct(tx, actor, { act: `billing.${wish.act}`, subjectId: subject.id, alias: subject.alias, detail }, needs.clock.now()),
  )
}

export const readDesk = (needs: Needs): Promise<BillingDesk> =>
  readBillingDesk({ ...needs, listCards: (ids) => listCardsById(needs.db, ids) })

/** Everything is compared with the provider in the background, once however often it is asked for. */
export async function compareNow(needs: Needs & { jobs: Jobs }, caller: Caller): Promise<void> {
  if (!needs.billing.provider) throw problem('conflict', { detail: 'There is no payment service to compare with.' })
  const changes = withAct(needs, await readActor(needs.db, caller), { act: 'billing.compare' })
  await changes.write((tx) => needs.jobs.enqueue(tx, 'billing.reconcile', {}, { key: 'now' }))
}
