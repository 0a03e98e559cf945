import type { TakenKind } from '#contract/admin/abuse-choices.ts'
import type { OperatorAct } from '#contract/admin/operator-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { type Actor, withAct } from '#server/audit/write-act.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { setReviewDown } from '#server/cards/owned/set-review-down.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { setLinkOff } from '#server/links/set-link-off.ts'
import { setPictureDown } from '#server/media/set-picture-down.ts'
import type { Clock } from '#server/integrations/clock.ts'

type Needs = { db: Db; changes: Changes; clock: Clock; jobs: Pick<Jobs, 'enqueue'> }
type Asked = { alias: string; kind: TakenKind; what: string; isDown: boolean; reason: string }

export const takeDown = async (needs: Needs, caller: Caller, asked: Asked): Promise<void> =>
  takeDownAs(needs, await readActor(needs.db, caller), asked)

/** Takes one thing of a card down, or puts it up again. Written down, told to its owner, and seen on every server at once. */
export async function takeDownAs(needs: Needs, actor: Actor, { alias, kind, what, isDown, reason }: Asked): Promise<void> {
  const { subject } = await readCard(needs, alias)
  const subjectId = subject.id
  const act: OperatorAct = `${kind}.${isDown ? 'disable' : 'enable'}`
  const now = needs.clock.now()
  const changes = withAct(needs, actor, { act, subjectId, alias: subject.alias, detail: { what, ...(reason ? { reason } : {}) } })
  await changes.write(async (tx, tell) => {
    if (kind === 'review') await setReviewDown(tx, tell, { subjectId, key: what, isDown }, now)
    if (kind === 'picture') await setPictureDown(tx, { subjectId, kind: what, isDown }, now)
    // A code of another card is none of this one.
    if (kind === 'link' && (await setLinkOff(tx, { code: what, isOff: isDown }, now)) !== subjectId) throw problem('not-found')
    tell(`card:${subjectId}`)
    if (isDown) await tellOwners(needs.jobs, tx, { subjectId, kind, reason }, now)
  })
}

type Told = { subjectId: string; kind: TakenKind | 'card'; reason: string }

/** In the transaction that takes it down. */
export async function tellOwners(jobs: Pick<Jobs, 'enqueue'>, tx: Db, told: Told, now: Date): Promise<void> {
  const actId = newId(now.getTime())
  await jobs.enqueue(tx, 'abuse.mail-taken', { ...told, actId }, { key: actId })
}
