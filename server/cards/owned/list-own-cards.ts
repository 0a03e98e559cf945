import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'
import { listSubjectsById } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'

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
