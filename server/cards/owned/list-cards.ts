import type { CardSort } from '#contract/admin/admin-choices.ts'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import { findCardsOf, listCardsOfAfter } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/database/database.ts'
import { readReachable } from '#server/database/sharding/read-reachable.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'
import { listAliasesOf as listAllAliasesOf } from '../aliases/released-alias-store.ts'
import {
  countSubjects,
  listAliasesOf,
  listSubjects,
  listVersions,
  type AdminSearch,
  type CardSearch,
  searchSubjects,
  listSubjectsById,
} from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import type { Subject } from '../tables.ts'

/** Cards by alias, for administrators. */
export async function listCards(db: Db, search: CardSearch = {}): Promise<Subject[]> {
  return listSubjects(db, search)
}

type Search = Omit<AdminSearch, 'owned' | 'after'>

/** A page of the cards that match by alias, name, company, email or owner’s email, and how many there are, counted up to `countMax`. */
export async function searchCards(
  db: Db,
  search: Search,
  { countMax, ...page }: { sort: CardSort; offset: number; limit: number; countMax: number },
): Promise<{ cards: Subject[]; found: number }> {
  const owned = isEmailSearched(search) ? await findCardsOf(db, search.search) : []
  const [cards, found] = await Promise.all([
    searchSubjects(db, { ...search, owned, ...page }),
    countSubjects(db, { ...search, owned }, countMax),
  ])
  return { cards, found }
}

const isEmailSearched = ({ search }: Search) => search.length >= 3

/** The cards that match, oldest first, after one of them. */
export async function listCardsAfter(db: Db, search: Search, after: string, limit: number): Promise<Subject[]> {
  const owned = isEmailSearched(search) ? await listCardsOfAfter(db, search.search, after, limit) : []
  return searchSubjects(db, { ...search, owned, after, sort: 'created', offset: 0, limit })
}

/** How many cards there are, without demo cards, counted up to `countMax`. */
export async function countCards(db: Db, countMax: number): Promise<number> {
  return countSubjects(db, { search: '', owned: [], withDemo: false }, countMax)
}

/** The aliases, names and companies of these cards. */
export async function listCardNames(db: Db, ids: readonly string[]): Promise<string[]> {
  return (await listSubjectsById(db, ids)).flatMap(({ alias, fullName, companyName }) => [alias, fullName, companyName])
}

type NamedCard = Pick<Subject, 'id' | 'alias' | 'fullName' | 'revision'> & { isOff: boolean; isDisabled: boolean }

/** The names of these cards, and whether visitors see them. */
export async function listCardsById(db: Db, ids: readonly string[]): Promise<NamedCard[]> {
  return (await listSubjectsById(db, ids)).map((subject) => {
    const { id, alias, fullName, revision, isCardDisabled: isDisabled } = subject
    return { id, alias, fullName, revision, isOff: isSwitchedOff(subject), isDisabled }
  })
}

/** The caller's cards, for choosing one. Last those whose shard is unavailable, of which only the alias is known. */
export async function listOwnCards(db: Db, caller: Caller): Promise<OwnCardItem[]> {
  const ids = cardsOf(caller)
  const { rows: own, error } = await readReachable(db, ids, (some) => listSubjectsById(db, some))
  const read = new Set(own.map(({ id }) => id))
  const unread = error
    ? await listAliasesOf(
        db,
        ids.filter((id) => !read.has(id)),
      )
    : []
  const photos = await readProfilePhotos(db, [...read])
  return [
    ...own.map((subject) => ({
      alias: subject.alias,
      fullName: subject.fullName,
      title: subject.title,
      isOpen: !isSwitchedOff(subject),
      picture: photos.get(subject.id) ?? null,
      isAvailable: true,
    })),
    ...unread.map((alias) => ({ alias, fullName: '', title: '', isOpen: false, picture: null, isAvailable: false })),
  ]
}

export const listVersionNames = async (db: Db, subjectId: string): Promise<string[]> =>
  (await listVersions(db, subjectId)).map(({ name }) => name)

/** The card's addresses from before it got its own. */
export const listEarlierAliases = async (db: Db, { id, alias }: Pick<Subject, 'id' | 'alias'>): Promise<string[]> =>
  (await listAllAliasesOf(db, id)).filter((name) => name.toLowerCase() !== alias.toLowerCase()).toSorted()
