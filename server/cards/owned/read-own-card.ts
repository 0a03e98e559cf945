import { has, numberOf, type Permission } from '#contract/permissions.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { cardRights } from '../settings/card-rights.ts'
import { findCard, findSubject } from '../card-store.ts'
import type { Subject } from '../tables.ts'

/** One's own card and what its plan opens. */
export type OwnCard = { subject: Subject; isActive: boolean; may(right: Permission): boolean }

/**
 * The one door to an owner's card: by its alias or, where none is named, the first of one's own. A card of somebody
 * else and a card that is not there look the same.
 */
export async function readOwnCard(needs: { db: Db; clock: Clock }, caller: Caller, alias?: string): Promise<OwnCard> {
  const own = caller.kind === 'owner' ? caller.subjectIds : []
  const subject = alias === undefined ? await first(needs.db, own) : ((await findCard(needs.db, alias, undefined))?.subject ?? null)
  if (!subject || !own.includes(subject.id)) throw problem('card-not-found')
  return openOwnCard(needs, subject)
}

/** The same for a card one has the id of. */
export async function readOwnCardById(needs: { db: Db; clock: Clock }, caller: Caller, id: string): Promise<OwnCard> {
  const isOwn = caller.kind === 'owner' && caller.subjectIds.includes(id)
  const subject = isOwn ? await findSubject(needs.db, id) : null
  if (!subject) throw problem('card-not-found')
  return openOwnCard(needs, subject)
}

/** What its owner would find, for work that runs without them. */
export async function openCardById(needs: { db: Db; clock: Clock }, id: string): Promise<OwnCard | null> {
  const subject = await findSubject(needs.db, id)
  return subject && openOwnCard(needs, subject)
}

async function openOwnCard(needs: { db: Db; clock: Clock }, subject: Subject): Promise<OwnCard> {
  const { plan, subscription } = await readPlan(needs, subject.id)
  const rights = numberOf(cardRights({ plan, granted: subject.grantedRights, revoked: subject.revokedRights }))
  return { subject, isActive: subscription.isActive, may: (right) => has(rights, right) }
}

const first = async (db: Db, [id]: readonly string[]) => (id === undefined ? null : findSubject(db, id))
