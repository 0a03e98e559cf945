import type { Privacy } from '#contract/accounts/privacy.ts'
import { listMemberships, readAccount } from '#server/accounts/read-account.ts'
import type { OwnerSession } from '#server/accounts/sessions/require-owner.ts'
import { hasRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { findDeletionRequest } from './deletion-store.ts'

type Deps = { db: Db; clock: Clock; settings: Pick<Settings, 'visitEventMonths' | 'smtpUrl'> }

/** What deletion would do to an account and its cards, and whether it is scheduled. */
export async function readPrivacy(deps: Deps, owner: OwnerSession): Promise<Privacy> {
  const { db, settings } = deps
  const [account, isLoginRecent, memberships, deletion] = await Promise.all([
    readAccount(db, owner.accountId),
    hasRecentLogin(deps, owner),
    listMemberships(db, owner.accountId),
    findDeletionRequest(db, owner.accountId),
  ])
  if (!account) throw problem('not-logged-in')
  const shared = new Map(memberships.map(({ subjectId, isShared }) => [subjectId, isShared]))
  const cards = await listCardsById(db, [...shared.keys()])
  return {
    email: account.email,
    isLoginRecent,
    cards: cards.map(({ id, alias, fullName }) => ({ alias, fullName, isShared: shared.get(id) ?? false })),
    deletion: deletion && { requestedAt: deletion.requestedAt.toISOString(), deletesAt: deletion.deletesAt.toISOString() },
    visitEventMonths: settings.visitEventMonths,
    sendsMail: settings.smtpUrl !== '',
  }
}
