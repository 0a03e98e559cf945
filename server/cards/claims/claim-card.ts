import { addMember } from '#server/accounts/add-owner.ts'
import { lockAccountAndCountCards, isDeletionRequested } from '#server/accounts/read-account.ts'
import { readPlan, type PlanReader } from '#server/billing/orders/read-plan.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { normalizeCode } from '#server/common/readable-code.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { countTries, insertTry, listOpenCodes, removeTries, consumeCode } from './claim-store.ts'
import { findClaimable } from './find-claimable.ts'
import { isCode } from './hash-code.ts'
import type { ClaimCode } from '../tables.ts'

type Deps = PlanReader & { changes: Changes; settings: PlanLengths }

const wrongCode = () => problem('input-invalid', { issues: [fieldIssue('code', 'cardCodeWrong')] })

/** Assigns an unclaimed card to an account and turns it on; an account's first card starts a trial. */
export async function claimCard(deps: Deps, caller: Caller, { alias, code }: { alias: string; code: string }): Promise<{ alias: string }> {
  if (caller.kind !== 'owner') throw problem('not-logged-in')
  const subject = await findClaimable(deps.db, alias)
  await recordClaimTry(deps, { subjectId: subject.id, accountId: caller.accountId })
  const match = await findMatchingCode(deps, subject.id, normalizeCode(code))
  if (!match) throw wrongCode()
  await deps.changes.write(async (tx, publish) => {
    const now = deps.clock.now()
    const account = await lockAccountAndCountCards(tx, caller.accountId)
    if (!account) throw problem('not-logged-in')
    if (await isDeletionRequested(tx, caller.accountId)) throw problem('account-deletion-pending')
    await lockSubject(tx, subject.id)
    // Another account may have claimed it a moment ago with another code.
    await findClaimable(tx, alias)
    if (!(await consumeCode(tx, match, now))) throw wrongCode()
    await removeTries(tx, subject.id, now)
    await addMember(tx, { subjectId: subject.id, accountId: caller.accountId }, now)
    // Only an administrator’s code turns a taken-down card back on.
    await updateSubject(tx, subject.id, { eCardEnabled: true, ...(match.issuedBy === 'operator' ? { isCardDisabled: false } : {}) }, now)
    const { subscription } = await readPlan({ ...deps, db: tx }, subject.id)
    if (subscription.isFreemium && account.cardCount === 0)
      await setPlan(tx, subject.id, { plan: 'PRO', state: 'trial' }, { now, lengths: deps.settings })
    publish(`card:${subject.id}`)
  })
  return { alias: subject.alias }
}

async function findMatchingCode({ db, clock }: Deps, subjectId: string, code: string): Promise<ClaimCode | null> {
  const open = await listOpenCodes(db, subjectId, clock.now())
  // Takes as long without a code as with one.
  if (open.length === 0) await isCode(code, null)
  for (const one of open) if (await isCode(code, one.codeHash)) return one
  return null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Wrong attempts don't invalidate a code, or strangers could lock out the owner. Its length protects it: 8 letters of 22 are 55 billion
 * codes, and all callers together get 60 attempts per card and hour. Over the 30 days of a code that is 43,200 attempts at no more than
 * four open codes: one chance in 300,000.
 */
const cardTriesAnHour = 60
const accountTriesADay = 10

/** Counts the attempt before checking the code, so that parallel requests don't exceed the limit. */
async function recordClaimTry(
  { db, clock }: { db: Db; clock: Clock },
  { subjectId, accountId }: { subjectId: string; accountId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockSubject(tx, subjectId))) throw problem('card-not-found')
    const now = clock.now()
    const [hourAgo, dayAgo] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
    await removeTries(tx, subjectId, dayAgo)
    const { byAll, byAccount } = await countTries(tx, { subjectId, accountId }, { all: hourAgo, account: dayAgo })
    if (byAccount >= accountTriesADay)
      throw problem('too-many-requests', {
        detail: 'You tried ten wrong codes for this card. Try again tomorrow.',
        retryAfterSeconds: dayMs / 1000,
      })
    if (byAll >= cardTriesAnHour)
      throw problem('too-many-requests', {
        detail: 'Too many codes were tried for this card. Your code is still valid: try again in an hour.',
        retryAfterSeconds: hourMs / 1000,
      })
    await insertTry(tx, { subjectId, id: newId(now.getTime()), accountId, triedAt: now })
  })
}
