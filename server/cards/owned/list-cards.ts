import type { OwnCardItem } from '#contract/cards/cards.ts'
import { findCardsOf } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'
import { listSubjects, type AdminSearch, type CardSearch, searchSubjects, listSubjectsById } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import type { Subject } from '../tables.ts'

/** Cards in the order of their aliases, for the operator. */
export async function listCards(db: Db, search: CardSearch = {}): Promise<Subject[]> {
  return listSubjects(db, search)
}

/** Cards by a part of the alias, a name, a company or an e-mail, or by their owner’s. */
export async function searchCards(
  db: Db,
  { search = '', after = '', ...rest }: Partial<AdminSearch> & { limit: number },
): Promise<Subject[]> {
  const owned = search.length >= 3 ? await findCardsOf(db, search) : []
  return searchSubjects(db, { ...rest, search, after, owned })
}

/** Every word these cards go by: their addresses, their people, their companies. */
export async function nameCards(db: Db, ids: readonly string[]): Promise<string[]> {
  return (await listSubjectsById(db, ids)).flatMap(({ alias, fullName, companyName }) => [alias, fullName, companyName])
}

/** The names of these cards. */
export async function listCardsById(db: Db, ids: readonly string[]): Promise<{ id: string; alias: string; fullName: string }[]> {
  return (await listSubjectsById(db, ids)).map(({ id, alias, fullName }) => ({ id, alias, fullName }))
}

/** The cards of who is signed in, enough of each to choose one. */
export async function listOwnCards(db: Db, caller: Caller): Promise<OwnCardItem[]> {
  const own = caller.kind === 'owner' ? await listSubjectsById(db, caller.subjectIds) : []
  const photos = await readProfilePhotos(
    db,
    own.map(({ id }) => id),
  )
  return own.map((subject) => ({
    alias: subject.alias,
    fullName: subject.fullName,
    title: subject.title,
    isOpen: !isSwitchedOff(subject),
    picture: photos.get(subject.id) ?? null,
  }))
}
