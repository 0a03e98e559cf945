import type { PlanChoice } from '#contract/admin/admin-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { withAuditEntry } from '#server/audit/write-audit-entry.ts'
import { assertPlans } from '#server/billing/orders/assert-plans.ts'
import { createCardFor } from '#server/cards/owned/create-card-for.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { planStates, type setAnyPlan } from './change-any-card.ts'

type Deps = Parameters<typeof setAnyPlan>[0]
type Input = { alias: string; fullName: string; owner: string; choice?: PlanChoice | undefined }

/** Creates a card for an owner’s email. They log in with that email. */
export async function createAnyCard(deps: Deps, caller: Caller, { choice, ...card }: Input): Promise<{ alias: string }> {
  const { settings, clock } = deps
  if (choice) assertPlans(settings)
  const plan = choice ?? 'FREE'
  const actor = await readActor(deps.db, caller)
  return withAuditEntry(deps, actor, { act: 'card.create', alias: card.alias, detail: settings.plans ? { plan } : {} }).write(
    async (tx, publish) => {
      const created = await createCardFor(tx, card, planStates[plan], {
        now: clock.now(),
        lengths: settings,
      })
      publish(`card:${created.id}`)
      return { alias: created.alias }
    },
  )
}
