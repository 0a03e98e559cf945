import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { backupMarks } from '#contract/restore-choices.ts'
import { RestoreError, WrongPassphraseError } from './restore-error.ts'

/**
 * A stream encrypted in pieces. Each piece authenticates its number and whether it is the last, so a changed, moved, missing or
 * truncated piece is detected. The key is derived from the passphrase (scrypt, 128 MB).
 *
 * mark | salt 16 | nonce prefix 7 | check 16 | pieces of (length 4 | sealed bytes | tag 16)
 */
export const mark = Buffer.from(backupMarks.sealed)
const pieceBytes = 256 * 1024
const [saltBytes, prefixBytes, checkBytes, tagBytes] = [16, 7, 16, 16]
const headBytes = mark.length + saltBytes + prefixBytes + checkBytes

export async function* seal(clear: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const prefix = randomBytes(prefixBytes)
  const { key, check } = await stretch(passphrase, salt)
  const head = Buffer.concat([mark, salt, prefix, check])
  yield head

  let number = 0
  function close(piece: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(prefix, number++, isLast)).setAAD(head)
    const sealed = Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  }

  let pending = Buffer.alloc(0)
  for await (const bytes of clear) {
    pending = Buffer.concat([pending, bytes])
    for (; pending.length > pieceBytes; pending = pending.subarray(pieceBytes)) yield close(pending.subarray(0, pieceBytes), false)
  }
  yield close(pending, true)
}

export async function* unseal(sealed: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0)
  let opener: Awaited<ReturnType<typeof openHead>> | undefined
  let number = 0
  let wasLast = false
  for await (const bytes of sealed) {
    pending = Buffer.concat([pending, bytes])
    if (!opener) {
      if (pending.length < headBytes) continue
      opener = await openHead(pending.subarray(0, headBytes), passphrase)
      pending = pending.subarray(headBytes)
    }
    while (pending.length >= 4) {
      const length = pending.readUInt32BE(0)
      if (wasLast || length < tagBytes || length > pieceBytes + tagBytes) throw damaged()
      if (pending.length < 4 + length) break
      const piece = opener(pending.subarray(4, 4 + length), number++)
      wasLast = piece.isLast
      pending = pending.subarray(4 + length)
      yield piece.clear
    }
  }
  if (!wasLast || pending.length > 0) throw new RestoreError('cut-off', 'It ends too early: it was cut off while it was copied or written.')
}

async function openHead(head: Buffer, passphrase: string) {
  const salt = head.subarray(mark.length, mark.length + saltBytes)
  const prefix = head.subarray(mark.length + saltBytes, headBytes - checkBytes)
  const { key, check } = await stretch(passphrase, salt)
  if (!check.equals(head.subarray(headBytes - checkBytes))) throw new WrongPassphraseError('passphrase-wrong', 'The passphrase is wrong.')

  const open = (sealed: Buffer, number: number, isLast: boolean): Buffer | null => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(prefix, number, isLast)).setAAD(head)
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const clear = decipher.update(sealed.subarray(0, -tagBytes))
    try {
      decipher.final()
      return clear
    } catch {
      return null
    }
  }
  return (sealed: Buffer, number: number) => {
    const inner = open(sealed, number, false)
    const clear = inner ?? open(sealed, number, true)
    if (!clear) throw damaged()
    return { clear, isLast: inner === null }
  }
}

function nonce(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(prefixBytes + 5)
  prefix.copy(bytes)
  bytes.writeUInt32BE(number, prefixBytes)
  bytes.writeUInt8(isLast ? 1 : 0, prefixBytes + 4)
  return bytes
}

/** Derives the key, and a check value that distinguishes a wrong passphrase from a damaged file. */
function stretch(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32 + checkBytes, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }, (error, bytes) => {
      if (error) reject(error)
      else resolve({ key: bytes.subarray(0, 32), check: bytes.subarray(32) })
    })
  })
}

const damaged = () => new RestoreError('damaged', 'It was changed or damaged after it was made.')
