import type { Db } from '#server/database/database.ts'
import { loadSharp } from './load-sharp.ts'
import type { RenderDeps } from '../rendered/render-cache.ts'
import { resizePicture } from '../rendered/resize-picture.ts'
import { listPictures } from '../picture-store.ts'
import { imageQueue } from './image-queue.ts'

type Logo = { png: Buffer; width: number; height: number; isLight: boolean }

const width = 192
/** Average luminance (0 to 255) above which a logo is unreadable on white. */
const lightAbove = 165

/** The company's logo as PNG and whether it needs a dark background; null if there is none. */
export async function readLogo(deps: RenderDeps & { db: Db }, subjectId: string): Promise<Logo | null> {
  const logo = (await listPictures(deps.db, subjectId)).find(({ kind }) => kind === 'logo')
  if (!logo) return null
  const png = await resizePicture(deps, logo, { width, format: 'png' })
  return { png, ...(await measure(png)) }
}

async function measure(png: Buffer): Promise<Omit<Logo, 'png'>> {
  const sharp = await loadSharp()
  return imageQueue.run(async () => {
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    let light = 0
    let opacity = 0
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] ?? 0
      light += (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)) * alpha
      opacity += alpha
    }
    return { width: info.width, height: info.height, isLight: opacity > 0 && light / opacity > lightAbove }
  }, png.length)
}
