import { eventParameters } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'
import { isCardThere } from '#server/cards/public/find-cards.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import type { OpenCards } from './open-cards.ts'
import type { VisitBook, VisitEvent } from './visit-book.ts'

export type VisitNeeds = { db: Db; clock: Clock; openCards: OpenCards; visitBook: VisitBook; settings: Pick<Settings, 'productSlug'> }
type TrackInput = { alias: string; events: readonly { name: string; params?: Record<string, string> | undefined }[] }

const none = '(not set)'

/** Counts the events that a page reports of a card. Bots and the owner are not counted; visitors are not identified. */
export async function trackVisits(
  needs: VisitNeeds,
  { alias, events: reported }: TrackInput,
  { request, caller }: { request: Request; caller: Caller },
) {
  const { db, clock, openCards, visitBook, settings } = needs
  const known = parametersOf(settings.productSlug)
  const unknown = reported.findIndex(({ name }) => !known.has(name))
  if (unknown >= 0) throw problem('input-invalid', { faults: [{ path: `events.${unknown}.name`, message: 'There is no such event.' }] })

  const subjectId = await openCards.find(alias)
  if (!subjectId) {
    // A page that was open when its card was switched off reports its last events: not counted, and no error in its console.
    if (await isCardThere(db, alias)) return
    throw problem('card-not-found')
  }
  if (isMachine(request.headers.get('user-agent')) || isOwnVisit(caller, subjectId)) return
  const at = clock.now()
  const events = reported.map(({ name, params }): VisitEvent => {
    const dimension = known.get(name) ?? name
    return { subjectId, at, name, dimension, value: plain(params?.[dimension]) }
  })
  await visitBook.write(events)
}

const spelled = new Map<string, ReadonlyMap<string, string>>()

/** Each event and its parameter, as this product spells them. */
function parametersOf(slug: string): ReadonlyMap<string, string> {
  const known =
    spelled.get(slug) ??
    new Map(Object.entries(eventParameters).map(([name, parameter]) => [spellPath(name, slug), spellPath(parameter, slug)]))
  spelled.set(slug, known)
  return known
}

/** Counts what only the server sees: a contact file downloaded, a short link followed. No answer waits for it. */
export function countServerEvent(
  { clock, visitBook }: Pick<VisitNeeds, 'clock' | 'visitBook'>,
  { subjectId, name, value }: { subjectId: string; name: 'v_card_download' | 'short_link_click'; value: string },
  request: Request,
) {
  if (request.method !== 'GET' || isMachine(request.headers.get('user-agent'))) return
  void visitBook.write([{ subjectId, at: clock.now(), name, dimension: eventParameters[name], value: plain(value) }]).catch(() => {})
}

const isOwnVisit = (caller: Caller, subjectId: string) => caller.kind === 'owner' && caller.subjectIds.includes(subjectId)
const plain = (value: string | undefined) =>
  value
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100)
    .toWellFormed() || none

const machines =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|scan|monitor|lighthouse|headless|phantom|python|curl|wget|java\/|go-http|okhttp|axios|node-fetch|undici|facebookexternalhit|whatsapp|telegram|embedly|quora|pinterest\/|vkshare|validator|fetch\b/i

/** Whether a visit was made by a machine: such are not counted. Who does not say what it is, is one. */
const isMachine = (userAgent: string | null) => !userAgent || machines.test(userAgent)
