import type { PlanCode } from '#contract/billing/plans.ts'
import { putOnPlan } from '#server/billing/orders/put-on-plan.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/stripe.ts'
import { type Command, UsageError } from '../../command.ts'
import { recorded } from '../../recorded.ts'

const choices = {
  FREE: { plan: 'FREE' },
  PRO: { plan: 'PRO', state: 'paid' },
  TRIAL: { plan: 'PRO', state: 'trial' },
} as const satisfies Record<string, { plan: PlanCode; state?: string }>

export const planNames = Object.keys(choices)

export function readPlanName(name: string): (typeof choices)[keyof typeof choices] {
  const found = Object.entries(choices).find(([known]) => known === name.toUpperCase())
  if (!found) throw new UsageError(`There is no plan “${name}”. There are ${planNames.join(', ')}.`)
  return found[1]
}

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
