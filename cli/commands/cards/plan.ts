import { putOnPlan } from '#server/billing/orders/put-on-plan.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/create-billing.ts'
import { type Command } from '../../command.ts'
import { recorded } from '../../recorded.ts'
import { planNames, readPlanName } from './plan-names.ts'

export const cardsPlan: Command = {
  name: 'cards plan',
  words: 'ALIAS PLAN',
  purpose: 'Puts a card on a plan.',
  about: `${planNames.join(', ')}. PRO is paid for a month from now; TRIAL is PRO for as long as a trial is (TRIAL_DAYS). What a plan may do follows from its rights.`,
  changes: 'The card’s subscription, and with it what its pages show.',
  flags: {},
  examples: ['cards plan anna PRO'],
  async run({ words: [alias = '', name = ''] }, house) {
    const plan = readPlanName(name)
    const { clock, settings } = house
    const billing = createBilling(settings, clock)
    const { database } = await house.open()
    const { subject } = await readCard({ db: database.db, clock }, alias)
    const done = { subjectId: subject.id, alias: subject.alias, detail: { plan: name.toUpperCase() } }
    const { changes } = await recorded(house, { act: 'card.plan', ...done })
    await changes.write(async (tx, tell) => {
      await putOnPlan(tx, { clock, settings, billing }, subject.id, plan)
      tell(`card:${subject.id}`)
    })
    house.terminal.say(`${subject.alias} is on ${name.toUpperCase()}.`)
  },
}
