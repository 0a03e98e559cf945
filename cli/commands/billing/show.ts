import { fromMinorUnits } from '#common/text/currency.ts'
import type { CardBilling } from '#contract/billing/admin-billing.ts'
import { readBillingOverview } from '#server/billing/ledger/read-billing-overview.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { assertPlans } from '#server/billing/orders/assert-plans.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/stripe.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { pairLines, tableLines } from '../../terminal/table.ts'

export const billingShow: Command = {
  name: 'billing show',
  args: 'ALIAS',
  purpose: 'Shows a card’s plan and payments.',
  about: 'The plan and its end, the open order, charges and refunds, and the actions that can be recorded now.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['billing show anna', 'billing show anna --json'],
  async run({ positionals: [alias = ''], has }, context) {
    const { db } = (await context.open()).database
    const { clock, settings, terminal } = context
    assertPlans(settings)
    const { subject } = await readCard({ db, clock, settings }, alias)
    const card = await readCardBilling({ db, clock, settings, billing: createBilling(settings, clock) }, subject)
    if (has('json')) return terminal.print(JSON.stringify(card, null, 2))
    stateLines(card, terminal.columns).forEach((line) => terminal.print(line))
    if (card.invoices.length === 0) return
    const rows = card.invoices.map(({ number, at, state, amount, refunded, currency }) => [
      number,
      day(at) ?? '',
      state,
      formatAmount(amount, currency),
      refunded > 0 ? formatAmount(refunded, currency) : '',
    ])
    terminal.print('')
    tableLines(['NUMBER', 'DATE', 'STATE', 'AMOUNT', 'REFUNDED'], rows, terminal.columns).forEach((line) => terminal.print(line))
  },
}

export const billingCheck: Command = {
  name: 'billing check',
  args: '',
  purpose: 'Shows who collects payments, and what is pending or failed.',
  about:
    'Checks that the prices of the payment service, if one is set, match the settings. Lists unpaid orders, events that could not be applied, and the last nightly comparison.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['billing check'],
  async run({ has }, context) {
    const { db } = (await context.open()).database
    const { clock, settings, terminal } = context
    assertPlans(settings)
    const billing = createBilling(settings, clock)
    const overview = await readBillingOverview({ db, settings, billing, listCards: (ids) => listCardsById(db, ids) })
    const { print, printNote, columns } = terminal
    if (has('json')) return print(JSON.stringify(overview, null, 2))
    print(
      overview.provider ? `${overview.provider} collects the payments.` : 'You collect the payments. Record one with: billing paid ALIAS',
    )
    overview.issues.forEach((issue) => printNote(issue))
    if (overview.provider) print(`Payment events not applied yet: ${overview.waiting}. Could not be applied: ${overview.events.length}.`)
    const [last] = overview.checks
    if (last)
      print(
        `Last compared on ${day(last.begunAt)}: ${last.checkedCount} checked, ${last.differenceCount} differed${last.endedAt ? '' : ', not finished'}.`,
      )
    if (overview.orders.length === 0) return print('There are no open orders.')
    const rows = overview.orders.map(({ alias, offer, at, email, provider }) => [alias, offer, day(at) ?? '', email, provider])
    tableLines(['ALIAS', 'PLAN', 'ORDERED', 'BY', 'PAID TO'], rows, columns).forEach((line) => print(line))
  },
}

const labels = {
  free: 'free',
  trial: 'on trial',
  active: 'paid',
  unpaid: 'unpaid',
  dunning: 'payment not processed',
  cardExpired: 'paid; its payment method is missing or expired',
  trialExpired: 'trial expired',
  expired: 'expired',
} as const satisfies Record<CardBilling['label'], string>

/** The state of a card's plan, as lines. */
export function stateLines(card: CardBilling, columns: number): string[] {
  const facts: [string, string | null][] = [
    ['alias', card.alias],
    ['plan', card.offer ?? 'FREE'],
    [
      'state',
      card.subscription.isInError && card.label === 'expired' ? 'unfinished: its first payment did not go through' : labels[card.label],
    ],
    ['collected by', card.provider || 'the administrator'],
    ['trial ends', card.label === 'trial' ? day(card.trialEndsAt) : null],
    ['paid until', day(card.paidUntil)],
    ['grace period ends', card.label === 'dunning' ? day(card.dunningUntil) : null],
    ['ends', day(card.cancelAt)],
    ['ordered', card.order && `${card.order.offer} on ${day(card.order.at)}, by ${card.order.email}`],
    ['possible actions', card.acts.join(', ') || 'none: the payment service runs it'],
  ]
  return pairLines(
    facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
    columns,
  )
}

const day = (at: string | null) => at?.slice(0, 10) ?? null

function formatAmount(coins: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(fromMinorUnits(coins, currency)).replaceAll('\u00a0', ' ')
}
