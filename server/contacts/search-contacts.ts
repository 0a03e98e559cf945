import { freeAnalyticsDays } from '#contract/constants.ts'
import type { ClientPage, ClientSearch } from '#contract/contacts.ts'
import { addDays, dayIn, startOfDay, timeZoneOf } from '#server/calendar.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { countContacts, countHeld, listContacts, type Wanted } from './contact-store.ts'
import { presentContact } from './present-contact.ts'
import { newestOpen } from './reach-policy.ts'

export type OwnNeeds = { db: Db; clock: Clock }
type Period = { from: Date | null; before: Date | null }
type Place = { page: number; pageSize: number; tag: string }

const everything = 'none'
const heldCountMax = 100

/** One's own contacts, newest first, as far as the plan opens them. */
export async function searchContacts(
  needs: OwnNeeds,
  caller: Caller,
  { page, pageSize, tag }: Place,
  input: ClientSearch,
): Promise<ClientPage> {
  const { db, clock } = needs
  const card = await readOwnCard(needs, caller, input.alias)
  const { id } = card.subject
  const timeZone = timeZoneOf(input.timeZone)
  // The first moment of the day so many days ago, today being the first of them.
  const daysAgo = (days: number) => startOfDay(timeZone, addDays(dayIn(timeZone, clock.now()), 1 - days))
  const period: Period = {
    from: input.daysBack === undefined ? null : daysAgo(input.daysBack),
    before: input.daysBackEnd === undefined ? null : daysAgo(input.daysBackEnd),
  }
  const newest = newestOpen(card)
  const seen: Wanted = {
    ...period,
    words: input.SearchFor.trim(),
    label: input.tag ?? (tag === everything ? '' : tag),
    isNew: input.ConnectedClientStatus === 1,
    newest,
  }
  const after = input.after && { dateCreated: new Date(input.after.dateCreated), id: input.after.id }
  const place = after ? { limit: pageSize, after } : { limit: pageSize, offset: (page - 1) * pageSize }
  const [found, totalCount, hiddenCount, heldCount] = await Promise.all([
    listContacts(db, id, seen, place),
    // Behind a contact one has, the count of the page before is still known.
    after ? 0 : countContacts(db, id, seen),
    after || newest === null ? 0 : countHidden(db, id, { newest, ...openPeriod(period, daysAgo(2 * freeAnalyticsDays)) }),
    // Of the whole list: a search does not ask again.
    after || seen.words ? 0 : countHeld(db, id, heldCountMax),
  ])
  return {
    results: found.map(presentContact),
    metaData: { totalCount, hiddenCount, heldCount },
  }
}

/**
 * How many of a card's contacts the plan hides. It depends on neither words nor label: a count of matches would spell a hidden name,
 * one letter at a time.
 */
async function countHidden(db: Db, id: string, { newest, ...period }: Period & { newest: number }): Promise<number> {
  const [all, open] = await Promise.all([countContacts(db, id, period), countContacts(db, id, { ...period, newest })])
  return all - open
}

/** Analytics on the free plan compares the last days with as many before them; how many came earlier is not answered. */
function openPeriod({ from, before }: Period, first: Date): Period {
  if (!from && !before) return { from, before }
  return { from: from && from > first ? from : first, before }
}
