import { has, permissionBits, type Permission } from '#contract/permissions.ts'
import { readPlan, type PlanReader } from '#server/billing/orders/read-plan.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { cardRights } from '../settings/card-rights.ts'
import { findCardId, findSubject } from '../card-store.ts'
import type { Subject } from '../tables.ts'

/** The caller's card and its permissions. */
export type OwnCard = { subject: Subject; isActive: boolean; may(right: Permission): boolean }

/** The only access to an owner's card: by alias, or the caller's first one. Another owner's card answers like a missing one. */
export async function readOwnCard(deps: PlanReader, caller: Caller, alias?: string): Promise<OwnCard> {
  const [first = null] = cardsOf(caller)
  return readOwnCardById(deps, caller, alias === undefined ? first : await findCardId(deps.db, alias))
}

/** The same by id. */
export async function readOwnCardById(deps: PlanReader, caller: Caller, id: string | null): Promise<OwnCard> {
  const isOwn = id !== null && cardsOf(caller).includes(id)
  const subject = isOwn ? await findSubject(deps.db, id) : null
  if (!subject) throw problem('card-not-found')
  return withPermissions(deps, subject)
}

/** The same without a caller, for jobs. */
export async function openCardById(deps: PlanReader, id: string): Promise<OwnCard | null> {
  const subject = await findSubject(deps.db, id)
  return subject && withPermissions(deps, subject)
}

async function withPermissions(deps: PlanReader, subject: Subject): Promise<OwnCard> {
  const { plan, subscription } = await readPlan(deps, subject.id)
  const rights = permissionBits(cardRights({ plan, granted: subject.grantedRights, revoked: subject.revokedRights }))
  return { subject, isActive: subscription.isActive, may: (right) => has(rights, right) }
}
