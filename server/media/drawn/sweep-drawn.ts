import { appIconVersion } from '#contract/cards/app-pictures.ts'
import { previewVersion, screenshotVersion } from '#contract/cards/preview-version.ts'
import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { colour } from './draw-placeholder.ts'
import { findDrawn } from './drawn-store.ts'
import { readPictures } from '../read-pictures.ts'
import { pictureKinds } from '../tables.ts'

export type StoredFile = { key: string; changedAt: Date }
type Needs = { db: Db; storage: Storage }
type Between = { since: Date; before: Date }
type IsCurrent = (file: { word: string; name: string }) => boolean

export const ofCard = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const white = '#ffffff'
const kinds: ReadonlySet<string> = new Set(pictureKinds)
/** A size on a ground, of which there are as many as colours. The others are few, and go with their picture. */
const onGround = /-on-[\da-f]+\.\w+$/i

/**
 * Passes on what stays, and takes away what was drawn of a card as it was before: whoever asks has it drawn anew. Files come card by
 * card, so only one card is known at a time; nothing but what is drawn goes here, never a picture as it was kept.
 */
export async function* sweepDrawn(
  { db, storage }: Needs,
  files: AsyncIterable<StoredFile>,
  { since, before }: Between,
): AsyncGenerator<StoredFile> {
  let card: { id: string; isCurrent: IsCurrent | null } | undefined
  for await (const file of files) {
    const parts = partsOf(file.key)
    if (file.changedAt >= since && file.changedAt < before && isDrawn(parts)) {
      if (card?.id !== parts.id) card = { id: parts.id, isCurrent: await readCurrent(db, parts.id) }
      if (card.isCurrent?.(parts) === false) {
        await storage.remove(file.key)
        continue
      }
    }
    yield file
  }
}

function partsOf(key: string) {
  const [id = '', word = '', ...rest] = key.split('/')
  return { id, word, name: rest.at(-1) ?? '' }
}

const isDrawn = ({ id, word, name }: ReturnType<typeof partsOf>) => ofCard.test(id) && (!kinds.has(word) || onGround.test(name))

/** Null where the card is gone: all of it goes together. */
async function readCurrent(db: Db, subjectId: string): Promise<IsCurrent | null> {
  const card = await findDrawn(db, subjectId)
  if (!card) return null
  const pictures = await readPictures(db, subjectId)
  const shown = { ...card, pictures }
  const begins = new Map([
    ['preview', `${previewVersion(shown)}.`],
    ['app-screenshot', `${screenshotVersion(shown)}-`],
    ['icon', `${appIconVersion(shown)}-`],
  ])
  const grounds = [white, colour(card.eCardBackgroundColor, white)].map((ground) => `-on-${ground.replace('#', '')}.`)
  return ({ word, name }) => {
    if (kinds.has(word)) return grounds.some((ground) => name.includes(ground))
    const begin = begins.get(word)
    // A code does not say of which revision it is.
    return begin !== undefined && name.startsWith(begin)
  }
}
