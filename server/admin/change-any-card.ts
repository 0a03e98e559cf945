import type { AuditAction, PlanChoice } from '#contract/admin/admin-choices.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import type { Permission } from '#contract/permissions.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import type { AuditDetail } from '#server/audit/tables.ts'
import { withAuditEntry, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { overridePlan, type PlanDeps } from '#server/billing/orders/override-plan.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { setCardDown } from '#server/cards/owned/set-card-down.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { detailOf, notifyOwners, type TakedownReason } from './take-down.ts'

type Deps = PlanDeps & { db: Db; changes: Changes }
type Removing = Deps & Pick<Parameters<typeof removeCard>[0], 'workLocks' | 'storage'>
type Switching = Deps & { jobs: Pick<Jobs, 'enqueue'> }

export const planStates = {
  FREE: { plan: 'FREE' },
  TRIAL: { plan: 'PRO', state: 'trial' },
  PRO: { plan: 'PRO', state: 'paid' },
  DUNNING: { plan: 'PRO', state: 'dunning' },
  UNPAID: { plan: 'PRO', state: 'unpaid' },
  EXPIRED: { plan: 'PRO', state: 'expired' },
  CANCELED: { plan: 'PRO', state: 'cancelled' },
} as const satisfies Record<PlanChoice, { plan: PlanCode; state?: string }>

export async function setAnyPlan(deps: Deps, caller: Caller, { alias, choice }: { alias: string; choice: PlanChoice }): Promise<void> {
  const { id, changes } = await opened(deps, caller, alias, 'card.plan', { plan: choice })
  await changes.write(async (tx, publish) => {
    await overridePlan(tx, deps, id, planStates[choice])
    publish(`card:${id}`)
  })
}

type Rights = { alias: string; granted: Permission[]; revoked: Permission[] }

export async function setAnyRights(deps: Deps, caller: Caller, { alias, granted, revoked }: Rights): Promise<void> {
  const { id, changes } = await opened(deps, caller, alias, 'card.rights', { granted, revoked })
  await changeCard({ ...deps, changes }, id, { grantedRights: granted, revokedRights: revoked })
}

type Experiments = { alias: string; experiments: { name: string; enabled: boolean }[] }

export async function setAnyExperiments(deps: Deps, caller: Caller, { alias, experiments }: Experiments): Promise<void> {
  const names = experiments.map(({ name, enabled }) => `${name} ${enabled ? 'on' : 'off'}`)
  const { id, changes } = await opened(deps, caller, alias, 'card.experiments', { experiments: names })
  await changeCard({ ...deps, changes }, id, { experiments })
}

type Switch = { alias: string; isDisabled: boolean } & TakedownReason

/** False if nothing changed: of two administrators or two clicks, only the first is recorded and emailed. */
export async function switchAnyCard(deps: Switching, caller: Caller, { alias, isDisabled, cause, reason }: Switch): Promise<boolean> {
  const { id: subjectId, alias: spelled } = (await readCard(deps, alias)).subject
  const actor = await readActor(deps.db, caller)
  const act = isDisabled ? 'card.disable' : 'card.enable'
  const now = deps.clock.now()
  return deps.changes.write(async (tx, publish) => {
    if (!(await setCardDown(tx, publish, { subjectId, isDown: isDisabled }, now))) return false
    await notifyOwners(deps.jobs, tx, { subjectId, kind: 'card', isDown: isDisabled, cause, reason }, now)
    await writeAuditEntry(tx, actor, { act, subjectId, alias: spelled, detail: detailOf({ cause, reason }) }, now)
    return true
  })
}

type Removal = { alias: string; reason: string }

/** Deletes a card permanently. Its entries stay in the audit log. */
export async function removeAnyCard(deps: Removing, caller: Caller, { alias, reason }: Removal): Promise<void> {
  const { id, changes } = await opened(deps, caller, alias, 'card.remove', { reason })
  await removeCard({ ...deps, changes }, id)
}

/** The card's id, and a changes object that adds an audit entry in the transaction of every write. */
async function opened(deps: Deps, caller: Caller, alias: string, act: AuditAction, detail: AuditDetail) {
  const { subject } = await readCard(deps, alias)
  const actor = await readActor(deps.db, caller)
  return { id: subject.id, changes: withAuditEntry(deps, actor, { act, subjectId: subject.id, alias: subject.alias, detail }) }
}
