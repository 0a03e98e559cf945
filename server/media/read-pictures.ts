import type { Card } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import { listProfilePhotos, picturesOf } from './picture-store.ts'

export type Pictures = Card['pictures']

/** Which pictures a card has, and under which revision each is kept. */
export async function readPictures(db: Db, subjectId: string): Promise<Pictures> {
  const found: Pictures = { profile: null, cutout: null, logo: null, background: null, card: null }
  for (const { kind, revision, width, height } of await picturesOf(db, subjectId)) found[kind] = { revision, width, height }
  return found
}

/** The revision of each card's profile photo, by card. */
export async function readProfilePhotos(db: Db, subjectIds: readonly string[]): Promise<Map<string, string>> {
  return new Map((await listProfilePhotos(db, subjectIds)).map(({ subjectId, revision }) => [subjectId, revision]))
}
