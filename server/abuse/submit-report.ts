import type { z } from 'zod'
import type { abuse } from '#contract/admin/abuse.ts'
import { findReportable } from '#server/cards/public/find-cards.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { addMore, findSubmitted, insertReport } from './report-store.ts'

type Needs = { db: Db; clock: Clock; captcha: Captcha }
type Input = z.output<(typeof abuse)['abuse.report']['input']>

/** Of one card and kind: so many are kept in words, and whoever comes then is counted. An objection is its owner's alone to fill. */
const openMax = 50
const dayMs = 86_400_000

/** Somebody says that a card is a trick, or its owner that it was none. Kept without a word of who says it. */
export async function submitReport({ db, clock, captcha }: Needs, caller: Caller, input: Input): Promise<void> {
  const card = await findReportable(db, input.alias)
  if (!card) throw problem('card-not-found')
  const isOwner = caller.kind === 'owner' && caller.subjectIds.includes(card.id)
  const isObjection = input.kind === 'objection'
  // What is off is seen by nobody; what its owner objects to is heard from nobody else.
  if (isObjection ? !isOwner : card.isOff) throw problem('card-not-found')
  if ((input.kind === 'other' || isObjection) && input.words === '')
    throw problem('input-invalid', { faults: [{ path: 'words', message: 'Say what is wrong.' }] })
  const { submissionId, kind, words, linkCode } = input
  const press = `${card.id} ${submissionId}`
  if ((await findSubmitted(db, card.id, submissionId)) || (await isConsumed(db, 'report', press))) return
  const verdict = await captcha.verify({ token: input.seal, action: '', alias: sealedFor(card.alias) })
  if (!verdict.ok || verdict.isProved) throw problem('captcha-missing')
  // A machine is thanked like anybody, and heard by nobody.
  if (input.website !== '') return
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (await addMore(tx, { subjectId: card.id, kind }, openMax))
      return void (await consume(tx, 'report', press, new Date(now.getTime() + dayMs)))
    await insertReport(tx, { subjectId: card.id, id: newId(now.getTime()), submissionId, createdAt: now, kind, words, linkCode, isOwner })
  })
}

/** No address looks like this, so what was sealed for one form opens no other. */
const sealedFor = (alias: string) => `report ${alias.toLowerCase()}`

/** What the page with the form has to know. */
export async function readForm({ db, captcha }: { db: Db; captcha: Captcha }, caller: Caller, alias: string) {
  const card = await findReportable(db, alias)
  if (!card) throw problem('card-not-found')
  const { id, isOff, name } = card
  const isOwner = caller.kind === 'owner' && caller.subjectIds.includes(id)
  return { ...(await captcha.seal(sealedFor(card.alias))), alias: card.alias, name, isOff, isOwner }
}
