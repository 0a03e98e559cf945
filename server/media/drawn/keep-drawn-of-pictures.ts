import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawTogether } from './draw-together.ts'
import { keepDrawn } from './keep-drawn.ts'
import { PictureMissing, tellIfMissing } from '../picture-missing.ts'

type Needs = { storage: Storage; log: Log }
/** Awaits a picture to draw with. */
type Find = (picture: Promise<Buffer | null>) => Promise<Buffer | null>

/**
 * What is drawn of other pictures. Where one of them lies nowhere it is drawn without, and not kept: it may be brought back.
 * Storage that is away is another matter: it is back in a moment, and a chat or a home screen would show initials for days.
 */
export async function keepDrawnOfPictures(
  { storage, log }: Needs,
  key: string,
  draw: (find: Find) => Promise<Buffer>,
): Promise<{ picture: Buffer; isWhole: boolean }> {
  try {
    return { picture: await keepDrawn(storage, key, () => draw((found) => found)), isWhole: true }
  } catch (error) {
    if (!(error instanceof PictureMissing)) throw error
    tellIfMissing(log, error)
    const picture = await drawTogether(`${key} without`, () => draw((found) => found.catch(nullIfMissing)))
    return { picture, isWhole: false }
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof PictureMissing) return null
  throw error
}
