import type { PlanCode } from '#contract/billing/plans.ts'
import { UsageError } from '../../usage-error.ts'

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
