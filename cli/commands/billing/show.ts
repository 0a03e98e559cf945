import { fromCoins } from '#contract/coins.ts'
import type { CardBilling } from '#contract/billing/operator-billing.ts'
import { readBillingDesk } from '#server/billing/ledger/read-billing-desk.ts'
import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/stripe.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { pairLines, tableLines } from '../../terminal/table.ts'

export const billingShow: Command = {
  name: 'billing show',
  words: 'ALIAS',
  purpose: 'Shows how a card’s plan stands.',
  about: 'Its plan and until when, what was asked for, what was charged and given back, and what can be noted now.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['billing show anna', 'billing show anna --json'],
  async run({ words: [alias = ''], has }, house) {
    const { db } = (await house.open()).database
    const { clock, settings, terminal } = house
    const { subject } = await readCard({ db, clock }, alias)
    const is = await readCardBilling({ db, clock, settings, billing: createBilling(settings, clock) }, subject)
    if (has('json')) return terminal.say(JSON.stringify(is, null, 2))
    stateLines(is, terminal.columns).forEach((line) => terminal.say(line))
    if (is.invoices.length === 0) return
    const rows = is.invoices.map((one) => [
      one.number,
      day(one.at) ?? '',
      one.state,
      sum(one.amount, one.currency),
      one.refunded > 0 ? sum(one.refunded, one.currency) : '',
    ])
    terminal.say('')
    tableLines(['NUMBER', 'DATE', 'STATE', 'AMOUNT', 'GIVEN BACK'], rows, terminal.columns).forEach((line) => terminal.say(line))
  },
}

export const billingCheck: Command = {
  name: 'billing check',
  words: '',
  purpose: 'Says who takes the money, and what waits or went wrong.',
  about:
    'Asks the payment service, where one is set, whether its prices and our settings agree. Lists what was asked for and not paid, what could not be understood, and the last nightly comparison.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['billing check'],
  async run({ has }, house) {
    const { db } = (await house.open()).database
    const { clock, settings, terminal } = house
    const billing = createBilling(settings, clock)
    const desk = await readBillingDesk({ db, settings, billing, listCards: (ids) => listCardsById(db, ids) })
    const { say, note, columns } = terminal
    if (has('json')) return say(JSON.stringify(desk, null, 2))
    say(
      desk.provider ? `${desk.provider} takes the money.` : 'Whoever runs this installation takes the money: billing paid ALIAS notes it.',
    )
    desk.troubles.forEach((trouble) => note(trouble))
    if (desk.provider) say(`Told and not applied yet: ${desk.waiting}. Could not be applied: ${desk.events.length}.`)
    const [last] = desk.checks
    if (last)
      say(
        `Compared on ${day(last.begunAt)}: ${last.lookedAt} looked at, ${last.differing} differed${last.endedAt ? '' : ', not finished'}.`,
      )
    if (desk.orders.length === 0) return say('Nobody waits for anything.')
    const rows = desk.orders.map(({ alias, offer, at, email, provider }) => [alias, offer, day(at) ?? '', email, provider])
    tableLines(['ALIAS', 'PLAN', 'ASKED', 'BY', 'PAID TO'], rows, columns).forEach((line) => say(line))
  },
}

const labels = {
  free: 'free',
  trial: 'on trial',
  active: 'paid',
  unpaid: 'unpaid',
  dunning: 'payment not processed',
  cardExpired: 'paid; its payment card is missing or expired',
  trialExpired: 'trial expired',
  expired: 'expired',
} as const satisfies Record<CardBilling['label'], string>

/** How a card's plan stands, in lines. */
export function stateLines(is: CardBilling, columns: number): string[] {
  const facts: [string, string | null][] = [
    ['alias', is.alias],
    ['plan', is.offer ?? 'FREE'],
    ['state', is.subscription.isInError && is.label === 'expired' ? 'unfinished: its first payment did not go through' : labels[is.label]],
    ['taken by', is.provider || 'whoever runs this installation'],
    ['trial ends', is.label === 'trial' ? day(is.trialEndsAt) : null],
    ['paid until', day(is.paidUntil)],
    ['borne until', is.label === 'dunning' ? day(is.dunningUntil) : null],
    ['ends', day(is.cancelAt)],
    ['asked for', is.order && `${is.order.offer} on ${day(is.order.at)}, by ${is.order.email}`],
    ['what can be noted', is.acts.join(', ') || 'nothing: the payment service runs it'],
  ]
  return pairLines(
    facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
    columns,
  )
}

const day = (at: string | null) => at?.slice(0, 10) ?? null

function sum(coins: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(fromCoins(coins, currency)).replaceAll('\u00a0', ' ')
}
