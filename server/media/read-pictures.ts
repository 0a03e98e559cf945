import type { Card } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { derivePicture, type Wanted } from './drawn/derive-picture.ts'
import { listProfilePhotos, picturesOf } from './picture-store.ts'
import type { PictureKind } from './tables.ts'

export type Pictures = Card['pictures']

/** Which pictures a card has, and under which revision each is kept. */
export async function readPictures(db: Db, subjectId: string): Promise<Pictures> {
  const found: Pictures = { profile: null, cutout: null, logo: null, background: null, card: null }
  for (const { kind, revision, width, height } of await picturesOf(db, subjectId)) found[kind] = { revision, width, height }
  return found
}

/** How many pictures a card shows, and how large their originals are. */
export async function measurePictures(db: Db, subjectId: string): Promise<{ count: number; bytes: number }> {
  const rows = await picturesOf(db, subjectId)
  return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** The revision of each card's profile photo, by card. */
export async function readProfilePhotos(db: Db, subjectIds: readonly string[]): Promise<Map<string, string>> {
  return new Map((await listProfilePhotos(db, subjectIds)).map(({ subjectId, revision }) => [subjectId, revision]))
}

type Needs = { db: Db; storage: Storage }

/** A picture of a card in one size and format, or null where it has none. */
export async function readPicture({ db, storage }: Needs, subjectId: string, kind: PictureKind, wanted: Wanted): Promise<Buffer | null> {
  const picture = (await picturesOf(db, subjectId)).find((one) => one.kind === kind)
  return picture ? derivePicture(storage, picture, wanted) : null
}
