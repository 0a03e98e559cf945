import type { TakedownCause, TakedownKind } from '#contract/admin/abuse-choices.ts'
import type { AuditAction } from '#contract/admin/admin-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { type Actor, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { setReviewDown } from '#server/cards/owned/set-review-down.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { setLinkOff } from '#server/links/set-link-off.ts'
import { setPictureDown } from '#server/media/set-picture-down.ts'

type Deps = PlanReader & { changes: Changes; jobs: Pick<Jobs, 'enqueue'> }
/** `cause` is chosen from a list; `reason` is free text. */
export type TakedownReason = { cause?: TakedownCause | undefined; reason: string }
type Takedown = { alias: string; kind: TakedownKind; what: string; isDown: boolean } & TakedownReason

export const takeDown = async (deps: Deps, caller: Caller, takedown: Takedown): Promise<void> =>
  takeDownAs(deps, await readActor(deps.db, caller), takedown)

/** Takes one part of a card down or restores it, once: recorded, emailed to its owners, and visible on every server at once. */
export async function takeDownAs(deps: Deps, actor: Actor, { alias, kind, what, isDown, cause, reason }: Takedown): Promise<void> {
  const { subject } = await readCard(deps, alias)
  const subjectId = subject.id
  const act: AuditAction = `${kind}.${isDown ? 'disable' : 'enable'}`
  const now = deps.clock.now()
  await deps.changes.write(async (tx, publish) => {
    if (kind === 'review' && !(await setReviewDown(tx, publish, { subjectId, key: what, isDown }, now))) return
    if (kind === 'picture') await setPictureDown(tx, { subjectId, kind: what, isDown }, now)
    if (kind === 'link' && !(await setLinkOff(tx, { subjectId, code: what, isOff: isDown }, now))) return
    publish(`card:${subjectId}`)
    await writeAuditEntry(tx, actor, { act, subjectId, alias: subject.alias, detail: { what, ...detailOf({ cause, reason }) } }, now)
    await notifyOwners(deps.jobs, tx, { subjectId, kind, isDown, cause, reason }, now)
  })
}

/** For the audit log. */
export const detailOf = ({ cause, reason }: TakedownReason) => ({ ...(cause && { cause }), ...(reason && { reason }) })

type TakedownNotice = { subjectId: string; kind: TakedownKind | 'card'; isDown: boolean } & TakedownReason

/** Queues the email in the transaction of the takedown, or of its end. */
export async function notifyOwners(jobs: Pick<Jobs, 'enqueue'>, tx: Db, { isDown, ...notice }: TakedownNotice, now: Date): Promise<void> {
  const actId = newId(now.getTime())
  const { subjectId, kind } = notice
  if (isDown) await jobs.enqueue(tx, 'abuse.mail-takedown', { ...notice, actId }, { key: actId })
  else await jobs.enqueue(tx, 'abuse.mail-restored', { subjectId, kind, actId }, { key: actId })
}
