import type { PlanCode } from '#contract/billing/plans.ts'
import { overridePlan } from '#server/billing/orders/override-plan.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createBilling } from '#server/integrations/billing/stripe.ts'
import { type Command, UsageError } from '../../command.ts'
import { openAudited } from '../../audited.ts'

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
  args: 'ALIAS PLAN',
  purpose: 'Puts a card on a plan.',
  about: `${planNames.join(', ')}. PRO is paid for one month from now; TRIAL is PRO for TRIAL_DAYS. The plan decides what the card may do.`,
  changes: 'The card’s subscription, and with it what its pages show.',
  flags: {},
  examples: ['cards plan anna PRO'],
  async run({ positionals: [alias = '', name = ''] }, context) {
    const plan = readPlanName(name)
    const { clock, settings } = context
    const billing = createBilling(settings, clock)
    const { database } = await context.open()
    const { subject } = await readCard({ db: database.db, clock, settings }, alias)
    const done = { subjectId: subject.id, alias: subject.alias, detail: { plan: name.toUpperCase() } }
    const { changes } = await openAudited(context, { act: 'card.plan', ...done })
    await changes.write(async (tx, notify) => {
      await overridePlan(tx, { clock, settings, billing }, subject.id, plan)
      notify(`card:${subject.id}`)
    })
    context.terminal.print(`${subject.alias} is on ${name.toUpperCase()}.`)
  },
}
