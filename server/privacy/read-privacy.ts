import type { Privacy } from '#contract/accounts/privacy.ts'
import { listMemberships, readAccount } from '#server/accounts/read-account.ts'
import { readFreshness } from '#server/accounts/sign-in/refuse-stale.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { findLeaving } from './leaving-store.ts'

export type Mine = { accountId: string; sessionId: string }

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'visitEventMonths'> }

/** What becomes of an account and its cards. */
export async function readPrivacy(needs: Needs, mine: Mine): Promise<Privacy> {
  const { db, settings } = needs
  const [account, isFresh, memberships, leaving] = await Promise.all([
    readAccount(db, mine.accountId),
    readFreshness(needs, mine),
    listMemberships(db, mine.accountId),
    findLeaving(db, mine.accountId),
  ])
  if (!account) throw problem('not-signed-in')
  const shared = new Map(memberships.map(({ subjectId, isShared }) => [subjectId, isShared]))
  const cards = await listCardsById(db, [...shared.keys()])
  return {
    email: account.email,
    isFresh,
    cards: cards.map(({ id, alias, fullName }) => ({ alias, fullName, isShared: shared.get(id) ?? false })),
    leaving: leaving && { askedAt: leaving.askedAt.toISOString(), goesAt: leaving.goesAt.toISOString() },
    visitEventMonths: settings.visitEventMonths,
  }
}
