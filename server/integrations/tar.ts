import { UserError } from '../common/user-error.ts'

export type TarEntry = { name: string; body: Buffer }

const block = 512
const nameBytesMax = 100
/** Each entry is read into memory; ours are far smaller. */
const entryBytesMax = 256 * 1024 * 1024

/** One file of a tar archive (ustar), so that ordinary tools can open a backup. */
export function packEntry({ name, body }: TarEntry, at: Date): Buffer[] {
  if (Buffer.byteLength(name) > nameBytesMax) throw new Error(`file name too long for the archive: ${name}`)
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
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return [header, body, Buffer.alloc(padding(body.length))]
}

export const packEnd = () => Buffer.alloc(2 * block)

/** The files of an archive in order. Throws a UserError for a truncated or foreign archive. */
export async function* unpack(bytes: AsyncIterable<Buffer>, maxEntryBytes = entryBytesMax): AsyncGenerator<TarEntry> {
  const source = bytes[Symbol.asyncIterator]()
  try {
    const take = createReader(source)
    for (;;) {
      const header = await take(block)
      if (header.every((byte) => byte === 0)) break
      const { name, length } = readHeader(header)
      if (length > maxEntryBytes) throw new UserError(`It contains a file that’s too large (${name.slice(0, 80)}).`)
      const body = await take(length)
      await take(padding(length))
      yield { name, body }
    }
    await take(block)
    // Read to the end, where the checksums of the surrounding formats are.
    await take.nothing()
  } finally {
    // What was not read stays unread, and its file is closed.
    await source.return?.()
  }
}

function readHeader(header: Buffer) {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  const length = Number.parseInt(text(124, 136), 8)
  const unsigned = Buffer.from(header).fill(' ', 148, 156)
  // Only regular files: our archives contain no links or folders.
  const isFile = header[156] === 0x30 || header[156] === 0
  const isWhole = Number.parseInt(text(148, 156), 8) === checksumOf(unsigned) && text(257, 263) === 'ustar'
  if (!isWhole || !isFile || !(length >= 0 && length <= entryBytesMax)) throw new UserError('It was changed or damaged after it was made.')
  return { name: text(0, nameBytesMax), length }
}

/** Returns exactly as many bytes as requested, whatever the chunk sizes. */
function createReader(source: AsyncIterator<Buffer>) {
  const buffered: Buffer[] = []
  let bufferedBytes = 0
  const take = async (length: number): Promise<Buffer> => {
    while (bufferedBytes < length) {
      const { value, done } = await source.next()
      if (done) throw new UserError('It ends too early: it was cut off while it was copied or written.')
      buffered.push(value)
      bufferedBytes += value.length
    }
    const all = Buffer.concat(buffered)
    buffered.length = 0
    buffered.push(all.subarray(length))
    bufferedBytes = all.length - length
    return all.subarray(0, length)
  }
  /** Throws at the first byte: compressed, there may be many. */
  const nothing = async (): Promise<void> => {
    while (bufferedBytes === 0) {
      const { value, done } = await source.next()
      if (done) return
      bufferedBytes = value.length
    }
    throw new UserError('It was changed or damaged after it was made.')
  }
  return Object.assign(take, { nothing })
}

const padding = (length: number) => (block - (length % block)) % block
const checksumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)
