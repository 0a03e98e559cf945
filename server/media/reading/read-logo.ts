import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { openDarkroom } from '../drawn/darkroom.ts'
import { derivePicture } from '../drawn/derive-picture.ts'
import { picturesOf } from '../picture-store.ts'
import { workshop } from './workshop.ts'

export type Logo = { png: Buffer; width: number; height: number; isLight: boolean }

const width = 192
/** Of 255: lighter than this on the whole, and it is lost on white paper. */
const lightAbove = 165

/** The company's logo as pixels, and whether it wants a dark ground; null where there is none. */
export async function readLogo({ db, storage }: { db: Db; storage: Storage }, subjectId: string): Promise<Logo | null> {
  const logo = (await picturesOf(db, subjectId)).find(({ kind }) => kind === 'logo')
  if (!logo) return null
  const png = await derivePicture(storage, logo, { width, format: 'png' })
  return { png, ...(await measure(png)) }
}

async function measure(png: Buffer): Promise<Omit<Logo, 'png'>> {
  const sharp = await openDarkroom()
  return workshop.run(async () => {
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    let light = 0
    let seen = 0
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] ?? 0
      light += (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)) * alpha
      seen += alpha
    }
    return { width: info.width, height: info.height, isLight: seen > 0 && light / seen > lightAbove }
  }, png.length)
}
