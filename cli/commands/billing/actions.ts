import { randomUUID } from 'node:crypto'
import type { BillingAction } from '#contract/admin/admin-choices.ts'
import { BillingActionInput } from '#contract/billing/admin-billing.ts'
import { ownProperty } from '#common/own-property.ts'
import { commandLine, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { recordBillingAction } from '#server/billing/ledger/record-billing-action.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/stripe.ts'
import { type Command, type Flag, UsageError } from '../../command.ts'
import { schemaIssue } from '#server/common/field-issue.ts'
import { UserError } from '#server/common/user-error.ts'
import type { CommandContext } from '../../command.ts'
import { stateLines } from './show.ts'

const providerNote = 'If a payment service runs the card’s subscription, change it there instead.'
const changes = 'The card’s plan, and with it what its pages show. Immediately, on every server. Adds an entry to the audit log.'
const amount: Flag = { value: 'AMOUNT', meaning: 'Such as 15 or 14.90. Default: the plan’s price.' }
const plan: Flag = { value: 'PLAN', meaning: 'PRO or PRO_TEAM. Default: the plan that was ordered, or the current one.' }

export const billingPaid: Command = {
  name: 'billing paid',
  args: 'ALIAS',
  purpose: 'Records a payment: PRO for another month, with a receipt.',
  about: `Until the same day next month, counted from today, from the end of the trial or from the end of the paid time, whichever is latest. ${providerNote}`,
  changes,
  flags: { plan, amount },
  examples: ['billing paid anna', 'billing paid anna --plan PRO_TEAM --amount 49'],
  run: ({ positionals: [alias = ''], text }, context) =>
    recordAction(context, alias, 'pay', { offer: text('plan')?.toUpperCase() ?? null, amount: text('amount') }),
}

export const billingRefund: Command = {
  name: 'billing refund',
  args: 'ALIAS NUMBER',
  purpose: 'Records a refund.',
  about: 'NUMBER is the receipt’s number, as in billing show ALIAS. The plan stays as it is; to end it, use billing end or billing cancel.',
  changes: 'The refunded amount of the receipt.',
  flags: { amount: { value: 'AMOUNT', meaning: 'Part of it, such as 5 or 4.90. Default: all that is not refunded yet.' } },
  examples: ['billing refund anna 2026-000123', 'billing refund anna 2026-000123 --amount 5'],
  async run({ positionals: [alias = '', number = ''], text }, context) {
    const { db } = (await context.open()).database
    const { clock, settings } = context
    const { subject } = await readCard({ db, clock, settings }, alias)
    const card = await readCardBilling({ db, clock, settings, billing: createBilling(settings, clock) }, subject)
    const invoice = card.invoices.find((invoice) => invoice.number === number)
    if (!invoice)
      throw new UserError(`${alias} has no receipt ${number || 'without a number'}. To list its receipts: billing show ${alias}`)
    await recordAction(context, alias, 'refund', { invoice: invoice.id, amount: text('amount') })
  },
}

export const billingExtend: Command = {
  name: 'billing extend',
  args: 'ALIAS DAYS',
  purpose: 'Extends the trial, the paid time or the grace period of a card.',
  about: `Adds DAYS to whichever applies now; a grace period starts after a failed payment. ${providerNote}`,
  changes,
  flags: {},
  examples: ['billing extend anna 14'],
  run: ({ positionals: [alias = '', days = ''] }, context) => recordAction(context, alias, 'extend', { days }),
}

export const billingTrial: Command = {
  name: 'billing trial',
  args: 'ALIAS',
  purpose: 'Starts a trial now.',
  about: `It lasts TRIAL_DAYS, or the number of days in --days. ${providerNote}`,
  changes,
  flags: { days: { value: 'DAYS', meaning: 'How many days it lasts.' }, plan },
  examples: ['billing trial anna', 'billing trial anna --days 60'],
  run: ({ positionals: [alias = ''], text }, context) =>
    recordAction(context, alias, 'trial', { days: text('days'), offer: text('plan')?.toUpperCase() ?? null }),
}

const paymentMethodStates: Record<string, BillingAction> = { good: 'card-good', expired: 'card-expired', none: 'card-none' }

export const billingCard: Command = {
  name: 'billing card',
  args: 'ALIAS STATE',
  purpose: 'Records whether a payment method is on file.',
  about: `STATE is one of ${Object.keys(paymentMethodStates).join(', ')}. ${providerNote}`,
  changes,
  flags: {},
  examples: ['billing card anna expired'],
  async run({ positionals: [alias = '', state = ''] }, context) {
    const act = ownProperty(paymentMethodStates, state.toLowerCase())
    if (!act) throw new UsageError(`STATE is one of ${Object.keys(paymentMethodStates).join(', ')}, not “${state}”.`)
    await recordAction(context, alias, act)
  },
}

/** The actions whose only argument is the card. */
const plainAction = (name: string, act: BillingAction, purpose: string, about: string): Command => ({
  name: `billing ${name}`,
  args: 'ALIAS',
  purpose,
  about: `${about} ${providerNote}`,
  changes,
  flags: {},
  examples: [`billing ${name} anna`],
  run: ({ positionals: [alias = ''] }, context) => recordAction(context, alias, act),
})

export const billingPlain = [
  plainAction('failed', 'fail', 'Records a failed payment.', 'PRO stays open for a grace period (DUNNING_DAYS), then it closes.'),
  plainAction('unpaid', 'unpaid', 'Suspends PRO until a payment.', 'Nothing is deleted; a payment restores it.'),
  plainAction('cancel', 'cancel', 'Ends the plan when the paid time ends.', 'Until then everything stays open.'),
  plainAction('resume', 'resume', 'Undoes a cancellation.', 'The plan continues as before.'),
  plainAction('end', 'end', 'Ends the plan now.', 'PRO content is hidden; nothing is deleted.'),
  plainAction('free', 'free', 'Puts the card back on FREE.', 'As if it had never had a plan. Receipts stay.'),
]

type Details = { offer?: string | null; amount?: string | null; days?: string | null; invoice?: string }

/** Records one billing action and its audit entry, then prints the state of the card's plan. */
async function recordAction(context: CommandContext, alias: string, act: BillingAction, details: Details = {}): Promise<void> {
  const { database, changes } = await context.open()
  const { db } = database
  const { clock, settings, terminal } = context
  const { subject } = await readCard({ db, clock, settings }, alias)
  const options = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null && value !== undefined))
  const input = BillingActionInput.safeParse({ ...options, alias: subject.alias, act, submissionId: randomUUID() })
  if (!input.success)
    throw new UsageError(
      input.error.issues
        .map(schemaIssue)
        .map(({ path, message }) => `${path}: ${message}`)
        .join('\n'),
    )
  const deps = { db, changes, clock, settings, billing: createBilling(settings, clock) }
  await recordBillingAction(deps, subject.id, input.data, (tx, detail) =>
    writeAuditEntry(tx, commandLine, { act: `billing.${act}`, subjectId: subject.id, alias: subject.alias, detail }, clock.now()),
  )
  stateLines(await readCardBilling(deps, subject), terminal.columns).forEach((line) => terminal.print(line))
}
