import { randomUUID } from 'node:crypto'
import { BillWish } from '#contract/billing/operator-billing.ts'
import type { BillAct } from '#contract/admin/operator-choices.ts'
import { commandLine, writeAct } from '#server/audit/write-act.ts'
import { noteBill } from '#server/billing/ledger/note-bill.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/create-billing.ts'
import type { House } from '../../house.ts'
import { UsageError } from '../../usage-error.ts'
import { stateLines } from './state-lines.ts'

type More = { offer?: string | null; amount?: string | null; days?: string | null; invoice?: string }

/** Notes one act, writes down that it was done here, and says how the card stands then. */
export async function note(house: House, alias: string, act: BillAct, more: More = {}): Promise<void> {
  const { database, changes } = await house.open()
  const { db } = database
  const { clock, settings, terminal } = house
  const { subject } = await readCard({ db, clock }, alias)
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null && value !== undefined))
  const wish = BillWish.safeParse({ ...given, alias: subject.alias, act, submissionId: randomUUID() })
  if (!wish.success) throw new UsageError(wish.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const needs = { db, changes, clock, settings, billing: createBilling(settings, clock) }
  await noteBill(needs, subject.id, wish.data, (tx, detail) =>
    writeAct(tx, commandLine, { act: `billing.${act}`, subjectId: subject.id, alias: subject.alias, detail }, clock.now()),
  )
  stateLines(await readCardBilling(needs, subject), terminal.columns).forEach((line) => terminal.say(line))
}
