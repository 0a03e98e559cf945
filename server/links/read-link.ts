import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { type LinkState, readLinkState } from '#server/cards/public/read-link-state.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findLink } from './short-link-store.ts'
import { fromStored } from './stored-link.ts'
import type { ShortLink } from './tables.ts'

type Deps = PlanReader & { settings: { publicUrl: string } }
type LinkPreview = { code: string; state: LinkState | 'switched-off'; longUrl: string; alias: string; name: string }

/** Where a short link leads, for its preview page. The target of a link that doesn't work is not revealed. */
export async function readLink(deps: Deps, code: string): Promise<LinkPreview> {
  const link = await findLink(deps.db, code)
  const card = link && (await readCaptureById(deps.db, link.subjectId))
  if (!link || !card) throw problem('not-found')
  const { state, longUrl } = await readTarget(deps, link)
  return { code, state, longUrl: state === 'own' ? longUrl : '', alias: card.alias, name: card.owner }
}

type Target = { state: LinkState | 'switched-off'; longUrl: string }

/** The current target of a short link, and its state. */
async function readTarget(deps: Deps, link: ShortLink): Promise<Target> {
  if (link.switchedOffAt) return { state: 'switched-off', longUrl: '' }
  let found: Target = { state: 'not-own', longUrl: '' }
  for (const longUrl of fromStored(link, deps.settings.publicUrl)) {
    const state = await readLinkState(deps, link.subjectId, longUrl)
    if (state === 'own') return { state, longUrl }
    if (found.state === 'not-own') found = { state, longUrl }
  }
  return found
}

/** The target of a short link, and its card. The target must still belong to that card. */
export async function followLink(deps: Deps, code: string): Promise<{ longUrl: string; subjectId: string }> {
  const link = await findLink(deps.db, code)
  if (!link) throw problem('not-found')
  const { state, longUrl } = await readTarget(deps, link)
  if (state !== 'own') throw problem('gone')
  return { longUrl, subjectId: link.subjectId }
}
