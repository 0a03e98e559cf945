import { eventParameters } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'
import { cardExists } from '#server/cards/public/find-cards.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import type { OpenCards } from './open-cards.ts'
import type { VisitWriter, VisitEvent } from './visit-writer.ts'

export type VisitDeps = { db: Db; clock: Clock; openCards: OpenCards; visitWriter: VisitWriter; settings: Pick<Settings, 'productSlug'> }
type TrackInput = { alias: string; events: readonly { name: string; params?: Record<string, string> | undefined }[] }

const none = '(not set)'

/** Counts the events that a page reports. Bots and the owner are not counted; visitors are not identified. */
export async function trackVisits(
  deps: VisitDeps,
  { alias, events: reported }: TrackInput,
  { request, caller }: { request: Request; caller: Caller },
) {
  const { db, clock, openCards, visitWriter, settings } = deps
  const known = parametersOf(settings.productSlug)
  const unknown = reported.findIndex(({ name }) => !known.has(name))
  if (unknown >= 0) throw problem('input-invalid', { issues: [fieldIssue(`events.${unknown}.name`, 'eventUnknown')] })

  const subjectId = await openCards.find(alias)
  if (!subjectId) {
    // A page that was open when its card was switched off still reports events: they aren't counted, and get no error.
    if (await cardExists(db, alias)) return
    throw problem('card-not-found')
  }
  if (isBot(request.headers.get('user-agent')) || isOwnVisit(caller, subjectId)) return
  const at = clock.now()
  const events = reported.map(({ name, params }): VisitEvent => {
    const dimension = known.get(name) ?? name
    return { subjectId, at, name, dimension, value: countedValue(params?.[dimension]) }
  })
  await visitWriter.write(events)
}

const spelled = new Map<string, ReadonlyMap<string, string>>()

/** Each event and its parameter, with this product's slug. */
function parametersOf(slug: string): ReadonlyMap<string, string> {
  const known =
    spelled.get(slug) ??
    new Map(Object.entries(eventParameters).map(([name, parameter]) => [spellPath(name, slug), spellPath(parameter, slug)]))
  spelled.set(slug, known)
  return known
}

/** Counts events that only the server observes: vCard downloads and short link clicks. The response doesn't wait for it. */
export function countServerEvent(
  { clock, visitWriter }: Pick<VisitDeps, 'clock' | 'visitWriter'>,
  { subjectId, name, value }: { subjectId: string; name: 'v_card_download' | 'short_link_click'; value: string },
  request: Request,
) {
  if (request.method !== 'GET' || isBot(request.headers.get('user-agent'))) return
  void visitWriter
    .write([{ subjectId, at: clock.now(), name, dimension: eventParameters[name], value: countedValue(value) }])
    .catch(() => {})
}

const isOwnVisit = (caller: Caller, subjectId: string) => cardsOf(caller).includes(subjectId)
/** A value as it is counted. */
export const countedValue = (value: string | undefined) =>
  value
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100)
    .toWellFormed() || none

const botAgents =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|scan|monitor|lighthouse|headless|phantom|python|curl|wget|java\/|go-http|okhttp|axios|node-fetch|undici|facebookexternalhit|whatsapp|telegram|embedly|quora|pinterest\/|vkshare|validator|fetch\b/i

/** True for known bots and without a user agent. */
const isBot = (userAgent: string | null) => !userAgent || botAgents.test(userAgent)
