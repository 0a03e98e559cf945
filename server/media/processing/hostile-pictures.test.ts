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

/** A JPEG segment after the start marker. */
function withSegment(file: Buffer, marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([file.subarray(0, 2), head, body, file.subarray(2)])
}

/** A PNG chunk after the first. */
function withChunk(file: Buffer, name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([file.subarray(0, 33), length, named, sum, file.subarray(33)])
}

/** A WebP with an extra chunk. */
function withPart(file: Buffer, name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const longer = Buffer.concat([file, Buffer.from(name), length, body, Buffer.alloc(body.length % 2)])
  longer.writeUInt32LE(longer.length - 8, 4)
  return longer
}

/** An EXIF block with a location, as cameras write it. */
const exifWithLocation = () => {
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

describe('hidden data in a picture is never stored', () => {
  test.each([
    ['EXIF with a location', async () => withSegment(await jpeg(), 0xe1, exifWithLocation())],
    ['a comment with HTML', async () => withSegment(await jpeg(), 0xfe, Buffer.from(secret))],
    ['a vendor-specific segment', async () => withSegment(await jpeg(), 0xef, Buffer.from(secret))],
    ['a script appended to a JPEG', async () => Buffer.concat([await jpeg(), Buffer.from(secret)])],
    ['a text chunk in a PNG', async () => withChunk(await png(), 'tEXt', Buffer.from(`Comment\0${secret}`))],
    [
      'a compressed text chunk in a PNG',
      async () => withChunk(await png(), 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)])),
    ],
    ['a ZIP archive appended to a PNG', async () => Buffer.concat([await png(), Buffer.from('PK\u0003\u0004'), Buffer.from(secret)])],
    ['HTML appended to a WebP', async () => Buffer.concat([await webp(), Buffer.from(secret)])],
    ['an unknown chunk in a WebP', async () => withPart(await webp(), 'JUNK', Buffer.from(secret))],
    ['a GIF that is also valid JavaScript', async () => Buffer.concat([await photo().gif().toBuffer(), Buffer.from(`*/=1;${secret}`)])],
  ])('%s', async (_, make) => {
    const file = await make()
    for (const read of [decodePicture, readMaster]) {
      const { bytes } = await read(file)
      expect(bytes.includes('Secret')).toBe(false)
      expect(bytes.includes('script')).toBe(false)
      const { format, width, exif, xmp, iptc, comments } = await sharp(bytes).metadata()
      expect({ format, width, exif, xmp, iptc, comments }).toEqual({ format: 'webp', width: 64 })
      // The header accounts for every byte: no trailing data.
      expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length)
    }
  })

  test('an exported original is imported byte for byte', async () => {
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

describe('a decompression bomb is refused or cheap', () => {
  const tooMany = { problem: { type: '/problems/picture-too-many-pixels' } }
  const unreadable = { problem: { type: '/problems/picture-unreadable' } }

  test('400 frames: only the first is read', async () => {
    const moving = await (await frames(400)).gif().toBuffer()
    const { width, height, isMoving, bytes } = await decodePicture(moving)
    expect({ width, height, isMoving }).toEqual({ width: 32, height: 32, isMoving: true })
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  })

  test('many pages of a TIFF', async () => {
    const pages = await (await frames(60)).tiff().toBuffer()
    expect(await decodePicture(pages)).toMatchObject({ width: 32, isMoving: false })
  })

  test('a WebP, a GIF and a JPEG with false dimensions', async () => {
    const wide = Buffer.from(await webp())
    // 16,383 × 16,383: the WebP maximum.
    wide.writeUInt16LE(0x3fff, 26)
    wide.writeUInt16LE(0x3fff, 28)
    await expect(decodePicture(wide)).rejects.toMatchObject(tooMany)
    // In a GIF the frame size counts, not the screen size in the header.
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

  test('an SVG with another extension, and references to local files', async () => {
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
