import type { OperatorAct, PlanChoice } from '#contract/admin/operator-choices.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import type { Permission } from '#contract/permissions.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import type { ActDetail } from '#server/audit/tables.ts'
import { withAct } from '#server/audit/write-act.ts'
import { putOnPlan, type PlanNeeds } from '#server/billing/orders/put-on-plan.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { tellOwners } from './take-down.ts'

type Needs = PlanNeeds & { db: Db; changes: Changes }
type Removing = Needs & Pick<Parameters<typeof removeCard>[0], 'holds' | 'storage'>
type Switching = Needs & { jobs: Pick<Jobs, 'enqueue'> }

const states = {
  FREE: { plan: 'FREE' },
  TRIAL: { plan: 'PRO', state: 'trial' },
  PRO: { plan: 'PRO', state: 'paid' },
  DUNNING: { plan: 'PRO', state: 'dunning' },
  UNPAID: { plan: 'PRO', state: 'unpaid' },
  EXPIRED: { plan: 'PRO', state: 'expired' },
  CANCELLED: { plan: 'PRO', state: 'cancelled' },
} as const satisfies Record<PlanChoice, { plan: PlanCode; state?: string }>

export async function setAnyPlan(needs: Needs, caller: Caller, { alias, choice }: { alias: string; choice: PlanChoice }): Promise<void> {
  const { id, changes } = await opened(needs, caller, alias, 'card.plan', { plan: choice })
  await changes.write(async (tx, tell) => {
    await putOnPlan(tx, needs, id, states[choice])
    tell(`card:${id}`)
  })
}

type Rights = { alias: string; granted: Permission[]; revoked: Permission[] }

export async function setAnyRights(needs: Needs, caller: Caller, { alias, granted, revoked }: Rights): Promise<void> {
  const { id, changes } = await opened(needs, caller, alias, 'card.rights', { granted, revoked })
  await changeCard({ ...needs, changes }, id, { grantedRights: granted, revokedRights: revoked })
}

type Experiments = { alias: string; experiments: { name: string; enabled: boolean }[] }

export async function setAnyExperiments(needs: Needs, caller: Caller, { alias, experiments }: Experiments): Promise<void> {
  const told = experiments.map(({ name, enabled }) => `${name} ${enabled ? 'on' : 'off'}`)
  const { id, changes } = await opened(needs, caller, alias, 'card.experiments', { experiments: told })
  await changeCard({ ...needs, changes }, id, { experiments })
}

type Switch = { alias: string; isDisabled: boolean; reason: string }

export async function switchAnyCard(needs: Switching, caller: Caller, { alias, isDisabled, reason }: Switch): Promise<void> {
  const act = isDisabled ? 'card.disable' : 'card.enable'
  const { id, changes } = await opened(needs, caller, alias, act, reason === '' ? {} : { reason })
  const write: Changes['write'] = (work) =>
    changes.write(async (tx, tell) => {
      const result = await work(tx, tell)
      if (isDisabled) await tellOwners(needs.jobs, tx, { subjectId: id, kind: 'card', reason }, needs.clock.now())
      return result
    })
  await changeCard({ ...needs, changes: { ...changes, write } }, id, { isCardDisabled: isDisabled })
}

type Removal = { alias: string; reason: string }

/** Deletes a card for good. What was done stays in the audit log. */
export async function removeAnyCard(needs: Removing, caller: Caller, { alias, reason }: Removal): Promise<void> {
  const { id, changes } = await opened(needs, caller, alias, 'card.remove', { reason })
  await removeCard({ ...needs, changes }, id)
}

/** The card, and a door through which whatever is done to it is written down. */
async function opened(needs: Needs, caller: Caller, alias: string, act: OperatorAct, detail: ActDetail) {
  const { subject } = await readCard(needs, alias)
  const actor = await readActor(needs.db, caller)
  return { id: subject.id, changes: withAct(needs, actor, { act, subjectId: subject.id, alias: subject.alias, detail }) }
}
