/** File types accepted as pictures. */
const supportedTypes = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const
/** Types people upload that we recognize but don’t support. */
export const unsupportedTypes = ['heic', 'pdf', 'svg', 'video', 'zip', 'text'] as const

type SupportedType = (typeof supportedTypes)[number]
export type UnsupportedType = (typeof unsupportedTypes)[number]
export type FileType = SupportedType | UnsupportedType | 'unknown'

/** The first bytes of a file, enough to detect its type. */
export const signatureBytes = 512

const latin = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Detects a file’s type by its signature; its name and content type aren’t trusted. */
export function typeOfFile(bytes: Uint8Array): FileType {
  const four = latin(bytes, 0, 4)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (four === '\u0089PNG') return 'png'
  if (four === 'RIFF') return latin(bytes, 8, 12) === 'WEBP' ? 'webp' : 'video'
  if (four === 'GIF8') return 'gif'
  if (four === 'II*\0' || four === 'MM\0*') return 'tiff'
  if (latin(bytes, 4, 8) === 'ftyp') return typeOfBrands(bytes)
  if (four === '%PDF') return 'pdf'
  if (four === 'PK\u0003\u0004' || four === 'Rar!' || four === '7z\u00bc\u00af') return 'zip'
  if (four === '\u001aE\u00df\u00a3') return 'video'
  return typeOfWords(bytes)
}

/** Images and videos share the ISO media format; the major and compatible brands tell them apart. */
function typeOfBrands(bytes: Uint8Array): FileType {
  const end = Math.min(bytes.length, signatureBytes, 256 * (bytes[2] ?? 0) + (bytes[3] ?? 0))
  const brands = new Set<string>()
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.add(latin(bytes, at, at + 4))
  if (brands.has('avif') || brands.has('avis')) return 'avif'
  return ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].some((brand) => brands.has(brand)) ? 'heic' : 'video'
}

function typeOfWords(bytes: Uint8Array): FileType {
  const words = latin(bytes, 0, signatureBytes)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (/<svg[\s>]/i.test(words) || /<!doctype svg/i.test(words)) return 'svg'
  return words !== '' && /^[\t\n\r\u0020-\u007e\u0080-\u00ff]+$/.test(words) ? 'text' : 'unknown'
}

/** Detects animated PNGs, which are stored as their first frame. For the other formats the decoder counts frames. */
export function isMovingPng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 8 <= bytes.length;) {
    const name = latin(bytes, at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    at += 12 + new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0)
  }
  return false
}
