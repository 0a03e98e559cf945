import { sql, type SQLWrapper } from 'drizzle-orm'
import type { Card } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import type { RenderDeps } from './rendered/render-cache.ts'
import { resizePicture, type RequestedSize } from './rendered/resize-picture.ts'
import { listProfilePhotos, listPictures } from './picture-store.ts'
import type { PictureKind } from './tables.ts'

export type Pictures = Card['pictures']

const noPictures: Pictures = { profile: null, cutout: null, logo: null, background: null, card: null }

/** A card's pictures with their revisions, as a column of another slice's statement. */
export const picturesColumn = (subjectId: SQLWrapper) => sql<Partial<Pictures>>`(select coalesce(json_object_agg(kind,
  json_build_object('revision', revision, 'width', width, 'height', height)), '{}') from picture where subject_id = ${subjectId})`

/** The pictures, from such a column. */
export const picturesFrom = (stored: Partial<Pictures>): Pictures => ({ ...noPictures, ...stored })

/** A card's pictures with their revisions. */
export async function readPictures(db: Db, subjectId: string): Promise<Pictures> {
  const found = { ...noPictures }
  for (const { kind, revision, width, height } of await listPictures(db, subjectId)) found[kind] = { revision, width, height }
  return found
}

/** The number of a card's pictures and the total size of their originals. */
export async function measurePictures(db: Db, subjectId: string): Promise<{ count: number; bytes: number }> {
  const rows = await listPictures(db, subjectId)
  return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** The revision of each card's profile photo, by card. */
export async function readProfilePhotos(db: Db, subjectIds: readonly string[]): Promise<Map<string, string>> {
  // No ids would ask every shard of a cluster.
  if (subjectIds.length === 0) return new Map()
  return new Map((await listProfilePhotos(db, subjectIds)).map(({ subjectId, revision }) => [subjectId, revision]))
}

type Deps = RenderDeps & { db: Db }

/** A card's picture in a size and format, or null if it has none. */
export async function readPicture(deps: Deps, subjectId: string, kind: PictureKind, wanted: RequestedSize): Promise<Buffer | null> {
  const picture = (await listPictures(deps.db, subjectId)).find((one) => one.kind === kind)
  return picture ? resizePicture(deps, picture, wanted) : null
}
