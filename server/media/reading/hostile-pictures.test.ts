import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodePicture } from './decode-picture.ts'
import { readMaster } from './read-master.ts'

const secret = 'Secret<script>alert(document.domain)</script>'
const photo = (width = 64, height = 48) => sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
const jpeg = () => photo().jpeg().toBuffer()
const png = () => photo().png().toBuffer()
const webp = () => photo().webp({ quality: 92 }).toBuffer()
const frames = async (count: number) => {
  const kinds = await Promise.all(['#c81e1e', '#1428be'].map((background) => photo(32, 32).tint(background).png().toBuffer()))
  return sharp(
    Array.from({ length: count }, (_, at) => kinds[at % 2] ?? ''),
    { join: { animated: true } },
  )
}

/** A part of a JPEG, right behind its beginning. */
function withSegment(file: Buffer, marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([file.subarray(0, 2), head, body, file.subarray(2)])
}

/** A part of a PNG, right behind its first. */
function withChunk(file: Buffer, name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([file.subarray(0, 33), length, named, sum, file.subarray(33)])
}

/** A WebP with a part more than it had. */
function withPart(file: Buffer, name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const longer = Buffer.concat([file, Buffer.from(name), length, body, Buffer.alloc(body.length % 2)])
  longer.writeUInt32LE(longer.length - 8, 4)
  return longer
}

/** An EXIF block with a place in it, byte by byte as cameras write it. */
const place = () => {
  const tiff = Buffer.alloc(64)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x8825, 10)
  tiff.writeUInt16LE(4, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt32LE(26, 18)
  tiff.writeUInt16LE(1, 26)
  tiff.writeUInt16LE(0x001d, 28)
  tiff.writeUInt16LE(2, 30)
  tiff.writeUInt32LE(11, 32)
  tiff.writeUInt32LE(44, 36)
  tiff.write('Secret:43N\0', 44, 'latin1')
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

describe('what hides in a picture is in nothing that is kept', () => {
  test.each([
    ['a place, as a camera writes it', async () => withSegment(await jpeg(), 0xe1, place())],
    ['a comment that is a page', async () => withSegment(await jpeg(), 0xfe, Buffer.from(secret))],
    ['a maker’s own part', async () => withSegment(await jpeg(), 0xef, Buffer.from(secret))],
    ['a script behind a JPEG', async () => Buffer.concat([await jpeg(), Buffer.from(secret)])],
    ['words in a PNG', async () => withChunk(await png(), 'tEXt', Buffer.from(`Comment\0${secret}`))],
    ['packed words in a PNG', async () => withChunk(await png(), 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)]))],
    ['an archive behind a PNG', async () => Buffer.concat([await png(), Buffer.from('PK\u0003\u0004'), Buffer.from(secret)])],
    ['a page behind a WebP', async () => Buffer.concat([await webp(), Buffer.from(secret)])],
    ['a part of a WebP that nobody draws', async () => withPart(await webp(), 'JUNK', Buffer.from(secret))],
    ['a GIF that is a script, too', async () => Buffer.concat([await photo().gif().toBuffer(), Buffer.from(`*/=1;${secret}`)])],
  ])('%s', async (_, make) => {
    const file = await make()
    for (const read of [decodePicture, readMaster]) {
      const { bytes } = await read(file)
      expect(bytes.includes('Secret')).toBe(false)
      expect(bytes.includes('script')).toBe(false)
      const { format, width, exif, xmp, iptc, comments } = await sharp(bytes).metadata()
      expect({ format, width, exif, xmp, iptc, comments }).toEqual({ format: 'webp', width: 64 })
      // All that is in it is named by its own head: nothing is glued on.
      expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length)
    }
  })

  test('what we wrote ourselves is taken over byte for byte, and does not fade with each move', async () => {
    const { bytes } = await decodePicture(await jpeg())
    expect((await readMaster(bytes)).bytes).toBe(bytes)
    const clear = await decodePicture(
      await sharp({ create: { width: 64, height: 48, channels: 4, background: '#c81e1e40' } })
        .png()
        .toBuffer(),
    )
    expect((await readMaster(clear.bytes)).bytes).toBe(clear.bytes)
  })
})

describe('a small file that would be large is refused, or costs little', () => {
  const tooMany = { problem: { type: '/problems/picture-too-many-pixels' } }
  const unreadable = { problem: { type: '/problems/picture-unreadable' } }

  test('four hundred frames: the first is read and the others are not', async () => {
    const moving = await (await frames(400)).gif().toBuffer()
    const begunMs = performance.now()
    const { width, height, isMoving } = await decodePicture(moving)
    expect({ width, height, isMoving }).toEqual({ width: 32, height: 32, isMoving: true })
    expect(performance.now() - begunMs).toBeLessThan(2000)
  })

  test('many pages of a TIFF', async () => {
    const pages = await (await frames(60)).tiff().toBuffer()
    expect(await decodePicture(pages)).toMatchObject({ width: 32, isMoving: false })
  })

  test('a WebP, a GIF and a JPEG that say they are larger than they are', async () => {
    const wide = Buffer.from(await webp())
    // 16,383 by 16,383: as much as a WebP can say.
    wide.writeUInt16LE(0x3fff, 26)
    wide.writeUInt16LE(0x3fff, 28)
    await expect(decodePicture(wide)).rejects.toMatchObject(tooMany)
    // Of a GIF it is the frame that counts, whatever its head says of the screen.
    const gif = Buffer.from(await photo().gif().toBuffer())
    gif.writeUInt16LE(0xffff, 6)
    gif.writeUInt16LE(0xffff, 8)
    expect(await decodePicture(gif)).toMatchObject({ width: 64, height: 48 })
    const long = Buffer.from(await jpeg())
    const at = long.indexOf(Buffer.from([0xff, 0xc0]))
    long.writeUInt16BE(0xffff, at + 5)
    long.writeUInt16BE(0xffff, at + 7)
    await expect(decodePicture(long)).rejects.toMatchObject({ problem: { status: 422 } })
  })

  test('a drawing under another’s name, and what asks for files of this machine', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
    await expect(decodePicture(Buffer.from(drawing))).rejects.toMatchObject(unreadable)
    await expect(readMaster(Buffer.from(drawing))).rejects.toMatchObject(unreadable)
    for (const head of [
      '%!PS-Adobe-3.0 EPSF-3.0\n',
      'push graphic-context\nviewbox 0 0 9 9\n',
      'P6\n9 9\n255\n',
      '#?RADIANCE\n',
      'SIMPLE  =                    T',
    ])
      await expect(decodePicture(Buffer.from(head.padEnd(400)))).rejects.toMatchObject(unreadable)
  })
})
