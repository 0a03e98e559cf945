import { loadSharp } from './load-sharp.ts'
import { imageQueue } from './image-queue.ts'

/** Converts SVG to PNG or JPEG, for home screens, link previews and printers. */
export function rasterize(svg: string, format: 'png' | 'jpeg', width: number): Promise<Buffer> {
  return imageQueue.run(async () => {
    const sharp = await loadSharp()
    // Rendered at the final size, as enlarging would blur edges.
    const { width: svgWidth = width } = await sharp(Buffer.from(svg)).metadata()
    const picture = sharp(Buffer.from(svg), { density: Math.min(2400, (72 * width) / svgWidth) }).resize({ width })
    return format === 'png' ? picture.png().toBuffer() : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()
  }, svg.length)
}
