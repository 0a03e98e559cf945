import { randomBytes } from 'node:crypto'
import type { PlanCode } from '#contract/billing/plans.ts'
import type { App } from '#server/app.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { addService, type ServiceChoice } from '#server/cards/editor/change-services.ts'
import { createCard } from '#server/cards/owned/create-card.ts'

type Options = CardFields & { alias?: string; plan?: PlanCode; services?: readonly ServiceChoice[] }

/** A new card with the fields of a usable one; a test passes only what matters to it. */
export async function aCard(
  { changes, clock }: Pick<App['deps'], 'changes' | 'clock'>,
  options: Options = {},
): Promise<{ id: string; alias: string }> {
  const { alias = `card-${randomBytes(5).toString('hex')}`, plan = 'PRO', services = [], ...fields } = options
  return changes.write(async (tx) => {
    const now = clock.now()
    const card = await createCard(tx, { alias, ...someone, ...fields }, now)
    await setPlan(tx, card.id, { plan }, { now, lengths: { trialDays: 30, dunningDays: 14 } })
    for (const service of services) await addService(tx, card.id, service)
    return card
  })
}

const someone = {
  firstName: 'Ada',
  lastName: 'Winter',
  title: 'Broker',
  companyName: 'Winter & Daughters',
  phoneNumber: '(207) 555-0101',
  officePhoneNumber: '(207) 555-0102',
  directPhoneNumber: '(207) 555-0103',
  emailAddress: 'ada@example.com',
} satisfies CardFields
