import { openDarkroom } from '../drawn/darkroom.ts'
import { workshop } from './workshop.ts'

/** A drawing as a file of pixels, for those who cannot show one: home screens, share previews, printers. */
export function makePixels(svg: string, format: 'png' | 'jpeg', width: number): Promise<Buffer> {
  return workshop.run(async () => {
    const sharp = await openDarkroom()
    // Drawn at its final size: enlarged afterwards, its edges would blur.
    const { width: drawn = width } = await sharp(Buffer.from(svg)).metadata()
    const picture = sharp(Buffer.from(svg), { density: Math.min(2400, (72 * width) / drawn) }).resize({ width })
    return format === 'png' ? picture.png().toBuffer() : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()
  }, svg.length)
}
