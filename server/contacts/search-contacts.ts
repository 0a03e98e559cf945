import { hash } from 'node:crypto'
import { matchingContactsMax } from '#contract/contact-choices.ts'
import { freeAnalyticsDays } from '#contract/constants.ts'
import type { ClientPage, ClientSearch } from '#contract/contacts.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { addDays, dayIn, startOfDay, timeZoneOf } from '#server/common/calendar.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { countContacts, countQuarantined, listContacts, listMatchingIds, type ContactFilter, type StoreOrder } from './contact-store.ts'
import { presentContact } from './present-contact.ts'
import { contactLimit } from './contact-limit.ts'

export type OwnDeps = PlanReader
type Period = { from: Date | null; before: Date | null }
type PageParams = { page: number; pageSize: number; tag: string }

const anyTag = 'none'
const quarantinedCountMax = 100

/** The caller's contacts within the plan's limit. */
export async function searchContacts(
  deps: OwnDeps,
  caller: Caller,
  { page, pageSize, tag }: PageParams,
  input: ClientSearch,
): Promise<ClientPage> {
  const { db, clock } = deps
  const card = await readOwnCard(deps, caller, input.alias)
  const { id } = card.subject
  const timeZone = timeZoneOf(input.timeZone)
  // The start of a day; 1 is today.
  const daysAgo = (days: number) => startOfDay(timeZone, addDays(dayIn(timeZone, clock.now()), 1 - days))
  const period: Period = {
    from: input.daysBack === undefined ? null : daysAgo(input.daysBack),
    before: input.daysBackEnd === undefined ? null : daysAgo(input.daysBackEnd),
  }
  const newest = contactLimit(card)
  const filter: ContactFilter = {
    ...period,
    words: input.SearchFor.trim(),
    label: input.tag ?? (tag === anyTag ? '' : tag),
    isNew: input.ConnectedClientStatus === 1,
    newest,
    withoutImported: input.withoutImported,
    withoutQuarantined: input.withoutQuarantined,
  }
  // No imported contact is new, and a period has its contacts by date.
  const isByDate =
    filter.isNew ||
    filter.from ||
    filter.before ||
    filter.withoutImported ||
    // A cursor of the previous release, which sorted by date alone: with undated contacts last, their pages would repeat.
    (input.after && input.after.isUndated === undefined)
  const order: StoreOrder = input.sort && input.sort !== 'newest' ? input.sort : isByDate ? 'newest' : 'datedFirst'
  const after = input.after && { ...input.after, dateCreated: new Date(input.after.dateCreated) }
  const place = { limit: pageSize, order, ...(after ? { after } : { offset: (page - 1) * pageSize }) }
  const [found, matching, hiddenCount, quarantinedCount] = await Promise.all([
    listContacts(db, id, filter, place),
    // Only the first page needs the counts.
    after ? { totalCount: 0 } : countMatching(db, id, filter, input, order),
    after || newest === null
      ? 0
      : countHidden(db, id, { newest, withoutImported: input.withoutImported, ...openPeriod(period, daysAgo(2 * freeAnalyticsDays)) }),
    // This counts the whole list, so a search doesn't need it.
    after || filter.words ? 0 : countQuarantined(db, id, quarantinedCountMax),
  ])
  return {
    results: found.map(presentContact),
    metaData: { ...matching, hiddenCount, quarantinedCount },
  }
}

/** With a digest, counts only as many as can be changed at once: the digest is of the first in this order. */
async function countMatching(
  db: Db,
  id: string,
  filter: ContactFilter,
  { withDigest, countUpTo }: Pick<ClientSearch, 'withDigest' | 'countUpTo'>,
  order: StoreOrder,
): Promise<{ totalCount: number; digest?: string }> {
  if (!withDigest) return { totalCount: await countContacts(db, id, filter, countUpTo) }
  const ids = await listMatchingIds(db, id, filter, { limit: matchingContactsMax, order })
  return { totalCount: ids.length, digest: digestOf(ids) }
}

/** The same for the same contacts in any order. */
export const digestOf = (ids: readonly string[]): string => hash('sha256', ids.toSorted().join(), 'base64url').slice(0, 22)

/**
 * How many of a card's contacts the plan hides. Ignores search words and label: a count of matches would reveal a hidden name letter
 * by letter.
 */
async function countHidden(
  db: Db,
  id: string,
  { newest, ...period }: Period & { newest: number } & Pick<ContactFilter, 'withoutImported'>,
): Promise<number> {
  const [all, open] = await Promise.all([countContacts(db, id, period), countContacts(db, id, { ...period, newest })])
  return all - open
}

/** Limits the period: analytics on the free plan compare the last days with as many before them, and reveal no earlier counts. */
function openPeriod({ from, before }: Period, first: Date): Period {
  if (!from && !before) return { from, before }
  return { from: from && from > first ? from : first, before }
}
