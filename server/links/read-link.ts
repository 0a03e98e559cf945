import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { type LinkState, readLinkState } from '#server/cards/public/read-link-state.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findLink } from './link-store.ts'
import { fromStored } from './stored-link.ts'
import type { ShortLink } from './tables.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }
type Look = { code: string; state: LinkState | 'switched-off'; longUrl: string; alias: string; name: string }

/** Where a short address leads, for somebody who wants to know before they go. Where it leads nowhere, nothing of the address is shown. */
export async function readLink(needs: Needs, code: string): Promise<Look> {
  const link = await findLink(needs.db, code)
  const card = link && (await readCaptureById(needs.db, link.subjectId))
  if (!link || !card) throw problem('not-found')
  const { state, longUrl } = await readTarget(needs, link)
  return { code, state, longUrl: state === 'own' ? longUrl : '', alias: card.alias, name: card.owner }
}

type Target = { state: LinkState | 'switched-off'; longUrl: string }

/** The current target of a short link, and its state. */
export async function readTarget(needs: Needs, link: ShortLink): Promise<Target> {
  if (link.switchedOffAt) return { state: 'switched-off', longUrl: '' }
  let found: Target = { state: 'not-own', longUrl: '' }
  for (const longUrl of fromStored(link, needs.settings.publicUrl)) {
    const state = await readLinkState(needs, link.subjectId, longUrl)
    if (state === 'own') return { state, longUrl }
    if (found.state === 'not-own') found = { state, longUrl }
  }
  return found
}

/** Where a short address leads, and whose it is. What was the card's when the code was made must be so still. */
export async function followLink(needs: Needs, code: string): Promise<{ longUrl: string; subjectId: string }> {
  const link = await findLink(needs.db, code)
  if (!link) throw problem('not-found')
  const { state, longUrl } = await readTarget(needs, link)
  if (state !== 'own') throw problem('gone')
  return { longUrl, subjectId: link.subjectId }
}
