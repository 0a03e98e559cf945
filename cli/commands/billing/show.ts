import { readCardBilling } from '#server/billing/ledger/read-card-billing.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/create-billing.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { tableLines } from '../../terminal/table.ts'
import { day, stateLines, sum } from './state-lines.ts'

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
