import { leavingGraceDays } from '#contract/accounts/keeping.ts'
import { holdAccount, listMemberships, readAccount } from '#server/accounts/read-account.ts'
import { refuseStale } from '#server/accounts/sign-in/refuse-stale.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { setCardOn } from '#server/cards/owned/set-card-on.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findLeaving, insertLeaving } from './leaving-store.ts'
import type { Mine } from './read-privacy.ts'

type Needs = { db: Db; clock: Clock; changes: Changes; jobs: Jobs }

const dayMs = 86_400_000
/** Each wish sends a mail, and a wish can be taken back and made again. */
const mailsADay = 5

/** Notes the wish to be forgotten. Cards that nobody else owns go off at once; a mail holds the way back. */
export async function leaveAccount(needs: Needs, mine: Mine, confirm: string): Promise<Date> {
  const { db, clock, changes, jobs } = needs
  await refuseStale(needs, mine)
  const { accountId } = mine
  const [account, memberships] = await Promise.all([readAccount(db, accountId), listMemberships(db, accountId)])
  if (!account) throw problem('not-signed-in')
  const cards = await listCardsById(
    db,
    memberships.map(({ subjectId }) => subjectId),
  )
  const meant = confirm.toLowerCase().replace(/^\//, '')
  if (meant !== account.email && !cards.some(({ alias }) => alias === meant))
    throw problem('input-invalid', { faults: [{ path: 'confirm', message: 'That doesn’t match your email or your card’s address.' }] })

  const before = await findLeaving(db, accountId)
  if (before) return before.goesAt
  const askedAt = clock.now()
  const goesAt = new Date(askedAt.getTime() + leavingGraceDays * dayMs)
  return changes.write(async (tx, tell) => {
    if ((await countMail(tx, `leaving ${account.email}`, askedAt)) > mailsADay)
      throw problem('too-many-requests', {
        detail: 'You asked for this and took it back too often today. Try again tomorrow.',
        retryAfterSeconds: dayMs / 1000,
      })
    // A card that is being made meanwhile is waited for, and goes off with the others.
    if (!(await holdAccount(tx, accountId))) throw problem('not-signed-in')
    const switchedOff: string[] = []
    for (const { subjectId, isShared } of await listMemberships(tx, accountId))
      if (!isShared && (await setCardOn(tx, tell, { subjectId, isOn: false }, askedAt))) switchedOff.push(subjectId)
    if (!(await insertLeaving(tx, { accountId, askedAt, goesAt, switchedOff }))) throw problem('conflict')
    await jobs.enqueue(tx, 'privacy.mail-leaving', { accountId }, { key: accountId })
    return goesAt
  })
}
