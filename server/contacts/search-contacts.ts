import type { ClientPage, ClientSearch } from '#contract/contacts.ts'
import { readOwnCard } from '#server/cards/read-own-card.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/http/mount.ts'
import type { Clock } from '#server/outside/clock.ts'
import { countContacts, countHeld, listContacts, type Wanted } from './contact-store.ts'
import { presentContact } from './present-contact.ts'
import { newestOpen } from './reach-policy.ts'

export type OwnNeeds = { db: Db; clock: Clock }
type Place = { page: number; pageSize: number; tag: string }

const everything = 'none'
const dayMs = 86_400_000
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
  const wanted: Wanted = {
    words: input.SearchFor.trim(),
    label: tag === everything ? '' : tag,
    isNew: input.ConnectedClientStatus === 1,
    from: input.daysBack === undefined ? null : daysAgo(clock.now(), input.daysBack),
    before: input.daysBackEnd === undefined ? null : daysAgo(clock.now(), input.daysBackEnd),
  }
  const seen = { ...wanted, newest: newestOpen(card) }
  const after = input.after && { dateCreated: new Date(input.after.dateCreated), id: input.after.id }
  const place = after ? { limit: pageSize, after } : { limit: pageSize, offset: (page - 1) * pageSize }
  const [found, totalCount, allCount, heldCount] = await Promise.all([
    listContacts(db, id, seen, place),
    // Behind a contact one has, the count of the page before is still known.
    after ? 0 : countContacts(db, id, seen),
    after || seen.newest === null ? null : countContacts(db, id, wanted),
    // Of the whole list: a search does not ask again.
    after || wanted.words ? 0 : countHeld(db, id, heldCountMax),
  ])
  return {
    results: found.map(presentContact),
    metaData: { totalCount, hiddenCount: allCount === null ? 0 : allCount - totalCount, heldCount },
  }
}

/** The first moment of the day so many days ago, today being the first of them. */
function daysAgo(now: Date, days: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(today - (days - 1) * dayMs)
}
