import type { z } from 'zod'
import type { abuse } from '#contract/admin/abuse.ts'
import { findReportable } from '#server/cards/public/find-cards.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { countOverflow, findSubmitted, insertReport } from './report-store.ts'

type Deps = { db: Db; clock: Clock; captcha: Captcha }
type Input = z.output<(typeof abuse)['abuse.report']['input']>

/** Per card and kind, this many reports are stored; further ones are only counted. Appeals are a kind of their own, so reports can't block them. */
const openMax = 50
const dayMs = 86_400_000

/** Stores a report of a card, or its owner's appeal, without any data about the sender. */
export async function submitReport({ db, clock, captcha }: Deps, caller: Caller, input: Input): Promise<void> {
  const card = await findReportable(db, input.alias)
  if (!card) throw problem('card-not-found')
  const isOwner = cardsOf(caller).includes(card.id)
  const isObjection = input.kind === 'objection'
  // A card that is off is visible to no one but its owner, who alone can appeal.
  if (isObjection ? !isOwner : card.isOff) throw problem('card-not-found')
  if ((input.kind === 'other' || isObjection) && input.words === '')
    throw problem('input-invalid', { issues: [fieldIssue('words', 'reportTextMissing')] })
  const { submissionId, kind, words, linkCode } = input
  const idempotencyKey = `${card.id} ${submissionId}`
  if ((await findSubmitted(db, card.id, submissionId)) || (await isConsumed(db, 'report', idempotencyKey))) return
  const verdict = await captcha.verify({ token: input.seal, action: '', alias: sealedFor(card.alias) })
  if (!verdict.ok || verdict.isProved) throw problem('captcha-missing')
  // A bot filled in the hidden field: it gets the same response, and nothing is stored.
  if (input.website !== '') return
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (await countOverflow(tx, { subjectId: card.id, kind }, openMax))
      return void (await consume(tx, 'report', idempotencyKey, new Date(now.getTime() + dayMs)))
    await insertReport(tx, { subjectId: card.id, id: newId(now.getTime()), submissionId, createdAt: now, kind, words, linkCode, isOwner })
  })
}

/** Not a valid alias, so a seal for this form doesn't work for a contact form. */
const sealedFor = (alias: string) => `report ${alias.toLowerCase()}`

/** The data of the report page. */
export async function readReportForm({ db, captcha }: { db: Db; captcha: Captcha }, caller: Caller, alias: string) {
  const card = await findReportable(db, alias)
  if (!card) throw problem('card-not-found')
  const { id, isOff, name } = card
  const isOwner = cardsOf(caller).includes(id)
  return { ...(await captcha.seal(sealedFor(card.alias))), alias: card.alias, name, isOff, isOwner }
}
