import { addMember } from '#server/accounts/add-owner.ts'
import { holdAccount, readLeaving } from '#server/accounts/read-account.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { countTries, insertTry, openCodesOf, removeTries, takeCode } from './claim-store.ts'
import { findClaimable } from './find-claimable.ts'
import { isCode } from './hash-code.ts'
import { plainCode } from './make-claim-code.ts'
import type { ClaimCode } from '../tables.ts'

type Needs = { db: Db; changes: Changes; clock: Clock; settings: PlanLengths }

const wrongCode = () => problem('input-invalid', { faults: [{ path: 'code', message: 'This code does not open this card.' }] })

/** Gives an unclaimed card to an account and opens it; an account's first card starts a trial. */
export async function claimCard(
  needs: Needs,
  caller: Caller,
  { alias, code }: { alias: string; code: string },
): Promise<{ alias: string }> {
  if (caller.kind !== 'owner') throw problem('not-signed-in')
  const subject = await findClaimable(needs.db, alias)
  await noteClaimTry(needs, { subjectId: subject.id, accountId: caller.accountId })
  const right = await findRight(needs, subject.id, plainCode(code))
  if (!right) throw wrongCode()
  await needs.changes.write(async (tx, tell) => {
    const now = needs.clock.now()
    const account = await holdAccount(tx, caller.accountId)
    if (!account) throw problem('not-signed-in')
    if (await readLeaving(tx, caller.accountId)) throw problem('account-leaving')
    await lockSubject(tx, subject.id)
    // Somebody else may have had another code, a moment ago.
    await findClaimable(tx, alias)
    if (!(await takeCode(tx, right, now))) throw wrongCode()
    await removeTries(tx, subject.id, now)
    await addMember(tx, { subjectId: subject.id, accountId: caller.accountId }, now)
    // What the operator took down, only the operator’s code opens again.
    await updateSubject(tx, subject.id, { eCardEnabled: true, ...(right.givenBy === 'operator' ? { isCardDisabled: false } : {}) }, now)
    const { subscription } = await readPlan({ db: tx, clock: needs.clock }, subject.id)
    if (subscription.isFreemium && account.cardCount === 0)
      await setPlan(tx, subject.id, { plan: 'PRO', state: 'trial' }, { now, lengths: needs.settings })
    tell(`card:${subject.id}`)
  })
  return { alias: subject.alias }
}

async function findRight({ db, clock }: Needs, subjectId: string, code: string): Promise<ClaimCode | null> {
  const open = await openCodesOf(db, subjectId, clock.now())
  // As long where there is no code as where there is one.
  if (open.length === 0) await isCode(code, null)
  for (const one of open) if (await isCode(code, one.codeHash)) return one
  return null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Wrong tries end no code: a few strangers could else take it from its owner. What keeps it is its length: 8 letters of 22
 * are 55 thousand million codes, and all callers together try a card 60 times an hour. In the 30 days of a code those are
 * 43,200 tries at four open codes at most: one chance in 300,000.
 */
const cardTriesAnHour = 60
const accountTriesADay = 10

/** Counted before the code is looked at, so that many at once are not more. */
async function noteClaimTry(
  { db, clock }: { db: Db; clock: Clock },
  { subjectId, accountId }: { subjectId: string; accountId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockSubject(tx, subjectId))) throw problem('card-not-found')
    const now = clock.now()
    const [hourAgo, dayAgo] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
    await removeTries(tx, subjectId, dayAgo)
    const { byEverybody, byAccount } = await countTries(tx, { subjectId, accountId }, { everybody: hourAgo, account: dayAgo })
    if (byAccount >= accountTriesADay)
      throw problem('too-many-requests', {
        detail: 'You tried ten codes for this card that did not open it. Try again tomorrow.',
        retryAfterSeconds: dayMs / 1000,
      })
    if (byEverybody >= cardTriesAnHour)
      throw problem('too-many-requests', {
        detail: 'Too many codes were tried for this card. Your code stays good: try again in an hour.',
        retryAfterSeconds: hourMs / 1000,
      })
    await insertTry(tx, { subjectId, id: newId(now.getTime()), accountId, triedAt: now })
  })
}
