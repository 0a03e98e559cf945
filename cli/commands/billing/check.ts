import { readBillingDesk } from '#server/billing/ledger/read-billing-desk.ts'
import { listCardsById } from '#server/cards/owned/list-cards-by-id.ts'
import { createBilling } from '#server/integrations/billing/create-billing.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { tableLines } from '../../terminal/table.ts'
import { day } from './state-lines.ts'

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
