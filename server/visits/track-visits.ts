import { eventParameters } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'
import { problem } from '#server/http/problem.ts'
import type { Caller } from '#server/http/mount.ts'
import { findOpenCard } from '#server/cards/find-open-card.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Settings } from '#server/settings.ts'
import { isMachine } from './bot-policy.ts'
import type { Happening, VisitBook } from './visit-book.ts'

export type VisitNeeds = { db: Db; clock: Clock; visitBook: VisitBook; settings: Pick<Settings, 'productSlug'> }
type Told = { alias: string; events: readonly { name: string; params?: Record<string, string> | undefined }[] }

const none = '(not set)'

/** Counts what a page says happened on a card. Machines and the owner are not counted; nobody is recognised. */
export async function trackVisits(needs: VisitNeeds, { alias, events }: Told, { request, caller }: { request: Request; caller: Caller }) {
  const { db, clock, visitBook, settings } = needs
  const known = new Map(Object.entries(eventParameters).map(([name, dimension]) => [spell(name), spell(dimension)]))
  const unknown = events.findIndex(({ name }) => !known.has(name))
  if (unknown >= 0) throw problem('input-invalid', { faults: [{ path: `events.${unknown}.name`, message: 'There is no such event.' }] })

  const subjectId = await findOpenCard(db, alias)
  if (!subjectId) throw problem('card-not-found')
  if (isMachine(request.headers.get('user-agent')) || isOwnVisit(caller, subjectId)) return
  const at = clock.now()
  const happenings = events.map(({ name, params }): Happening => {
    const dimension = known.get(name) ?? name
    return { subjectId, at, name, dimension, value: plain(params?.[dimension]) }
  })
  await visitBook.write(happenings)

  function spell(word: string): string {
    return spellPath(word, settings.productSlug)
  }
}

/** What the server sees itself: a contact file taken, a short link followed. Nobody waits for it. */
export function countVisit(
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
