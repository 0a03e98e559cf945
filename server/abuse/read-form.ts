import { problem } from '#server/http/problems/problem.ts'
import { findReportable } from '#server/cards/public/find-reportable.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import { sealedFor } from './seal-policy.ts'

/** What the page with the form has to know. */
export async function readForm({ db, captcha }: { db: Db; captcha: Captcha }, caller: Caller, alias: string) {
  const card = await findReportable(db, alias)
  if (!card) throw problem('card-not-found')
  const { id, isOff, name } = card
  const isOwner = caller.kind === 'owner' && caller.subjectIds.includes(id)
  return { ...(await captcha.seal(sealedFor(card.alias))), alias: card.alias, name, isOff, isOwner }
}
