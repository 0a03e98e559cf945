import { Refusal } from '../refusal.ts'

export type Entry = { name: string; body: Buffer }

const block = 512
const nameBytesMax = 100
/** One entry is held in memory at a time; nothing we write comes near this. */
const entryBytesMax = 256 * 1024 * 1024

/** One file of a tar archive (ustar), so that a backup can be looked into with ordinary tools. */
export function packEntry({ name, body }: Entry, at: Date): Buffer[] {
  if (Buffer.byteLength(name) > nameBytesMax) throw new Error(`too long a name for the archive: ${name}`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) => header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  header.write(name, 0)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(body.length, 124, 12)
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return [header, body, Buffer.alloc(padding(body.length))]
}

export const packEnd = () => Buffer.alloc(2 * block)

/** The files of an archive in order. One that ends too early, or is no archive of ours, is refused. */
export async function* unpack(bytes: AsyncIterable<Buffer>, entryBytesMost = entryBytesMax): AsyncGenerator<Entry> {
  const take = taker(bytes)
  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) break
    const { name, length } = readHeader(header)
    if (length > entryBytesMost) throw new Refusal(`It holds a part that is larger than any of ours (${name.slice(0, 80)}).`)
    const body = await take(length)
    await take(padding(length))
    yield { name, body }
  }
  await take(block)
  // To the very end: the checks of what lies around the archive stand there.
  if ((await take.rest()) > 0) throw new Refusal('It was changed or damaged since it was made.')
}

function readHeader(header: Buffer) {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  const length = Number.parseInt(text(124, 136), 8)
  const unsigned = Buffer.from(header).fill(' ', 148, 156)
  // A file and nothing else: links and folders are none of ours.
  const isFile = header[156] === 0x30 || header[156] === 0
  const isWhole = Number.parseInt(text(148, 156), 8) === sumOf(unsigned) && text(257, 263) === 'ustar'
  if (!isWhole || !isFile || !(length >= 0 && length <= entryBytesMax)) throw new Refusal('It was changed or damaged since it was made.')
  return { name: text(0, nameBytesMax), length }
}

/** Hands out exactly as many bytes as are asked for, however they arrive. */
function taker(bytes: AsyncIterable<Buffer>) {
  const source = bytes[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let heldBytes = 0
  const take = async (length: number): Promise<Buffer> => {
    while (heldBytes < length) {
      const { value, done } = await source.next()
      if (done) throw new Refusal('It ends too early: it was cut off while it was copied or written.')
      held.push(value)
      heldBytes += value.length
    }
    const all = Buffer.concat(held)
    held.length = 0
    held.push(all.subarray(length))
    heldBytes = all.length - length
    return all.subarray(0, length)
  }
  const rest = async (): Promise<number> => {
    for (let next = await source.next(); !next.done; next = await source.next()) heldBytes += next.value.length
    return heldBytes
  }
  return Object.assign(take, { rest })
}

const padding = (length: number) => (block - (length % block)) % block
const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)
