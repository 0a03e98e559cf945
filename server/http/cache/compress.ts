import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Bodies = Record<Encoding, Buffer>

const bytesMin = 400
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Brotli quality: the first visitor of a page waits for it. The best takes 25 times as long and makes a page 7% smaller, for those who
 * come after, and a file of the build.
 */
const efforts = { first: 5, best: 11 } as const

/** Compresses once for all encodings; a cached answer sends them many times. */
export async function compress(body: Buffer, effort: keyof typeof efforts = 'first'): Promise<Bodies> {
  const identity = bare(body)
  if (body.length < bytesMin) return { br: identity, gzip: identity, identity }
  const [br, gzipped] = await Promise.all([toBrotli(body, effort), zip(body, { level: 7 })])
  return { br, gzip: bare(gzipped), identity }
}

export async function toBrotli(body: Buffer, effort: keyof typeof efforts): Promise<Buffer> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: efforts[effort], [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  return bare(await brotli(body, options))
}

/** Compresses for one client: quickly, because no other gets these bytes. */
export async function compressFor(encoding: Encoding, body: Buffer): Promise<Buffer> {
  if (encoding === 'identity' || body.length < bytesMin) return body
  return encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: efforts.first } }) : zip(body, { level: 4 })
}

/** zlib returns a view of its 64 KB buffer; a cached body must not retain the rest. */
const bare = (bytes: Buffer): Buffer => (bytes.buffer.byteLength === bytes.length ? bytes : unpooled(bytes))

export function chooseEncoding(accepted: string | undefined | null): Encoding {
  if (!accepted) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return 'identity'
}

/** Concatenates into memory of its own. Node pools short buffers in slabs of 64 KB, and one retained buffer would retain its slab. */
function unpooled(...pieces: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
