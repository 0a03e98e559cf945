import { randomUUID } from 'node:crypto'
import type { BillAct } from '#contract/admin/operator-choices.ts'
import { BillWish } from '#contract/billing/operator-billing.ts'
import { ownOf } from '#contract/own-of.ts'
import { commandLine, writeAct } from '#server/audit/write-act.ts'
import { noteBill } from '#server/billing/ledger/note-bill.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/stripe.ts'
import { type Command, type Flag, UsageError } from '../../command.ts'
import { Refusal } from '#server/refusal.ts'
import type { House } from '../../house.ts'
import { stateLines } from './show.ts'

const where = 'Where a payment service runs the card’s subscription it is refused: change it there.'
const changes = 'The card’s plan, and with it what its pages show. At once, on every server. It is written down.'
const amount: Flag = { value: 'AMOUNT', meaning: 'Such as 15 or 14.90; else the plan’s price.' }
const plan: Flag = { value: 'PLAN', meaning: 'PRO or PRO_TEAM; else the one that was asked for, or the one it has.' }

export const billingPaid: Command = {
  name: 'billing paid',
  words: 'ALIAS',
  purpose: 'Notes a payment: PRO for another month, and a receipt.',
  about: `Until the same day next month, counted from the end of the trial or of what is paid already where that is later. ${where}`,
  changes,
  flags: { plan, amount },
  examples: ['billing paid anna', 'billing paid anna --plan PRO_TEAM --amount 49'],
  run: ({ words: [alias = ''], text }, house) =>
    note(house, alias, 'pay', { offer: text('plan')?.toUpperCase() ?? null, amount: text('amount') }),
}

export const billingRefund: Command = {
  name: 'billing refund',
  words: 'ALIAS NUMBER',
  purpose: 'Notes that money was given back.',
  about: 'NUMBER is the receipt’s: billing show ALIAS. The plan stays as it is; end it with billing end or billing cancel.',
  changes: 'What the receipt says was given back.',
  flags: { amount: { value: 'AMOUNT', meaning: 'A part, such as 5 or 4.90; else all that is left of it.' } },
  examples: ['billing refund anna 2026-000123', 'billing refund anna 2026-000123 --amount 5'],
  async run({ words: [alias = '', number = ''], text }, house) {
    const { db } = (await house.open()).database
    const { clock, settings } = house
    const { subject } = await readCard({ db, clock }, alias)
    const is = await readCardBilling({ db, clock, settings, billing: createBilling(settings, clock) }, subject)
    const invoice = is.invoices.find((one) => one.number === number)
    if (!invoice) throw new Refusal(`${alias} has no receipt ${number || 'without a number'}: billing show ${alias}`)
    await note(house, alias, 'refund', { invoice: invoice.id, amount: text('amount') })
  },
}

export const billingExtend: Command = {
  name: 'billing extend',
  words: 'ALIAS DAYS',
  purpose: 'Gives a card more days of what it has.',
  about: `Of its trial, of what is paid, or of the days a failed payment is borne. ${where}`,
  changes,
  flags: {},
  examples: ['billing extend anna 14'],
  run: ({ words: [alias = '', days = ''] }, house) => note(house, alias, 'extend', { days }),
}

export const billingTrial: Command = {
  name: 'billing trial',
  words: 'ALIAS',
  purpose: 'Begins a trial from now.',
  about: `As long as a trial is here (TRIAL_DAYS), or as --days says. ${where}`,
  changes,
  flags: { days: { value: 'DAYS', meaning: 'How many days it lasts.' }, plan },
  examples: ['billing trial anna', 'billing trial anna --days 60'],
  run: ({ words: [alias = ''], text }, house) =>
    note(house, alias, 'trial', { days: text('days'), offer: text('plan')?.toUpperCase() ?? null }),
}

const cardActs: Record<string, BillAct> = { good: 'card-good', expired: 'card-expired', none: 'card-none' }

export const billingCard: Command = {
  name: 'billing card',
  words: 'ALIAS STATE',
  purpose: 'Notes whether a payment card is on file.',
  about: `STATE is one of ${Object.keys(cardActs).join(', ')}. ${where}`,
  changes,
  flags: {},
  examples: ['billing card anna expired'],
  async run({ words: [alias = '', state = ''] }, house) {
    const act = ownOf(cardActs, state.toLowerCase())
    if (!act) throw new UsageError(`A payment card is one of ${Object.keys(cardActs).join(', ')}, not “${state}”.`)
    await note(house, alias, act)
  },
}

/** Those that need nothing but the card. */
const plain = (name: string, act: BillAct, purpose: string, about: string): Command => ({
  name: `billing ${name}`,
  words: 'ALIAS',
  purpose,
  about: `${about} ${where}`,
  changes,
  flags: {},
  examples: [`billing ${name} anna`],
  run: ({ words: [alias = ''] }, house) => note(house, alias, act),
})

export const billingPlain = [
  plain('failed', 'fail', 'Notes that a payment failed.', 'PRO stays open for a while (DUNNING_DAYS), then it closes.'),
  plain('unpaid', 'unpaid', 'Closes PRO until it is paid.', 'Nothing is deleted; a payment opens it again.'),
  plain('cancel', 'cancel', 'Ends the plan where what was paid ends.', 'Until then everything stays open.'),
  plain('resume', 'resume', 'Takes a cancellation back.', 'It goes on as before.'),
  plain('end', 'end', 'Ends the plan now.', 'What PRO showed is hidden, and nothing is deleted.'),
  plain('free', 'free', 'Gives the card back to FREE.', 'As if it had never had a plan; receipts stay.'),
]

type More = { offer?: string | null; amount?: string | null; days?: string | null; invoice?: string }

/** Notes one act, writes down that it was done here, and says how the card stands then. */
async function note(house: House, alias: string, act: BillAct, more: More = {}): Promise<void> {
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
