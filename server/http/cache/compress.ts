import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Bodies = Record<Encoding, Buffer>

const leastBytes = 400
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * How hard to try: a page is made anew within the minute while somebody waits, a file of the build is kept for ever. From 9 on
 * a page takes ten times as long, for a hundredth of its bytes.
 */
const efforts = { page: 8, file: 11 } as const

/** All three once; who keeps the answer gives them out many times. */
export async function compress(body: Buffer, what: keyof typeof efforts = 'page'): Promise<Bodies> {
  const identity = bare(body)
  if (body.length < leastBytes) return { br: identity, gzip: identity, identity }
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: efforts[what], [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  const [br, gzipped] = await Promise.all([brotli(body, options), zip(body, { level: 7 })])
  return { br: bare(br), gzip: bare(gzipped), identity }
}

/** The library gives the beginning of the 64 KB it wrote into: what is kept holds no more than it says. */
const bare = (bytes: Buffer): Buffer => (bytes.buffer.byteLength === bytes.length ? bytes : apart(bytes))

export function chooseEncoding(accepted: string | undefined | null): Encoding {
  if (!accepted) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return 'identity'
}

/**
 * One after the other in memory of their own. Node lays whatever is short into 64 KB that all of it shares: who keeps a little
 * of that would keep the whole.
 */
function apart(...pieces: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
