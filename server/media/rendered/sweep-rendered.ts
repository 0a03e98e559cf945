import { appIconVersion } from '#contract/cards/app-pictures.ts'
import { previewVersion, screenshotVersion } from '#common/preview-version.ts'
import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { safeColor } from './draw-placeholder.ts'
import { findRenderInputs } from './rendered-card-store.ts'
import { readPictures } from '../read-pictures.ts'
import { pictureKinds } from '../tables.ts'

export type StoredFile = { key: string; changedAt: Date }
type Deps = { db: Db; storage: Storage }
type Between = { since: Date; before: Date }
type IsCurrent = (file: { word: string; name: string }) => boolean

export const cardIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const white = '#ffffff'
const kinds: ReadonlySet<string> = new Set(pictureKinds)
/** Sizes on a background color, one per color. Other sizes are few and are deleted with their picture. */
const onGround = /-on-[\da-f]+\.\w+$/i

/**
 * Deletes rendered images of older card states, which can be rendered again, and yields all other files. The listing is sorted by card, so
 * one card is read at a time. Never deletes originals.
 */
export async function* sweepRendered(
  { db, storage }: Deps,
  files: AsyncIterable<StoredFile>,
  { since, before }: Between,
): AsyncGenerator<StoredFile> {
  let card: { id: string; isCurrent: IsCurrent | null } | undefined
  for await (const file of files) {
    const parts = partsOf(file.key)
    if (file.changedAt >= since && file.changedAt < before && isRendered(parts)) {
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

const isRendered = ({ id, word, name }: ReturnType<typeof partsOf>) => cardIdPattern.test(id) && (!kinds.has(word) || onGround.test(name))

/** Null if the card doesn't exist: its whole folder is deleted elsewhere. */
async function readCurrent(db: Db, subjectId: string): Promise<IsCurrent | null> {
  const card = await findRenderInputs(db, subjectId)
  if (!card) return null
  const pictures = await readPictures(db, subjectId)
  const current = { ...card, pictures }
  const begins = new Map([
    ['preview', `${previewVersion(current)}.`],
    ['app-screenshot', `${screenshotVersion(current)}-`],
    ['icon', `${appIconVersion(current)}-`],
  ])
  const grounds = [white, safeColor(card.eCardBackgroundColor, white)].map((ground) => `-on-${ground.replace('#', '')}.`)
  return ({ word, name }) => {
    if (kinds.has(word)) return grounds.some((ground) => name.includes(ground))
    const begin = begins.get(word)
    // QR code names contain no revision.
    return begin !== undefined && name.startsWith(begin)
  }
}
