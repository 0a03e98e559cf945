import { importError } from './import-error.ts'

export type Encoding = 'utf-8' | 'windows-1252'

/** Text of whole lines, so that no multi-byte character is cut. */
const lineBytesMax = 1024 * 1024
const lf = 10
const cr = 13

/** The text of a file in blocks of whole lines. A line that isn't in the chosen encoding is refused by its number. */
export async function* decodeFile(parts: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  let lines = 0
  let isFirst = true
  for await (const part of parts) {
    const all = Buffer.concat([rest, part])
    if (isFirst && all.length >= 2) {
      refuseWide(all)
      isFirst = false
    }
    const end = Math.max(all.lastIndexOf(lf), all.lastIndexOf(cr)) + 1
    rest = all.subarray(end)
    if (rest.length > lineBytesMax) throw importError('lineTooLong', { line: lines + 1 })
    if (end === 0) continue
    yield decode(all.subarray(0, end), encoding, lines)
    lines += countLines(all.subarray(0, end))
  }
  if (rest.length > 0) yield decode(rest, encoding, lines)
}

function refuseWide([first, second]: Buffer): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw importError('fileUtf16')
  if (first === 0x50 && second === 0x4b) throw importError('fileWorkbook')
}

function decode(bytes: Buffer, encoding: Encoding, linesBefore: number): string {
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // The line is found below.
  }
  let line = linesBefore + 1
  for (let from = 0; from < bytes.length; line++) {
    const at = bytes.indexOf(lf, from)
    const end = at === -1 ? bytes.length : at + 1
    if (!isText(bytes.subarray(from, end), encoding)) break
    from = end
  }
  throw importError(encoding === 'utf-8' ? 'lineNotUtf8' : 'lineNotWindows1252', { line })
}

function isText(bytes: Buffer, encoding: Encoding): boolean {
  try {
    return !new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(lf); at !== -1; at = bytes.indexOf(lf, at + 1)) lines++
  return lines
}
