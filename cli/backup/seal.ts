import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { Refusal } from '#server/refusal.ts'

/**
 * A stream encrypted in pieces: each is sealed with its number and whether it is the last, so that none can be
 * changed, moved, left out or cut off unseen. The key is stretched from the passphrase (scrypt, 128 MB).
 *
 * mark | salt 16 | nonce prefix 7 | check 16 | pieces of (length 4 | sealed bytes | tag 16)
 */
export const mark = Buffer.from('CARTE-SEALED-1\n')
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

  let held = Buffer.alloc(0)
  for await (const bytes of clear) {
    held = Buffer.concat([held, bytes])
    for (; held.length > pieceBytes; held = held.subarray(pieceBytes)) yield close(held.subarray(0, pieceBytes), false)
  }
  yield close(held, true)
}

export async function* unseal(sealed: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  let opener: Awaited<ReturnType<typeof openHead>> | undefined
  let number = 0
  let wasLast = false
  for await (const bytes of sealed) {
    held = Buffer.concat([held, bytes])
    if (!opener) {
      if (held.length < headBytes) continue
      opener = await openHead(held.subarray(0, headBytes), passphrase)
      held = held.subarray(headBytes)
    }
    while (held.length >= 4) {
      const length = held.readUInt32BE(0)
      if (wasLast || length < tagBytes || length > pieceBytes + tagBytes) throw damaged()
      if (held.length < 4 + length) break
      const piece = opener(held.subarray(4, 4 + length), number++)
      wasLast = piece.isLast
      held = held.subarray(4 + length)
      yield piece.clear
    }
  }
  if (!wasLast || held.length > 0) throw new Refusal('It ends too early: it was cut off while it was copied or written.')
}

async function openHead(head: Buffer, passphrase: string) {
  const salt = head.subarray(mark.length, mark.length + saltBytes)
  const prefix = head.subarray(mark.length + saltBytes, headBytes - checkBytes)
  const { key, check } = await stretch(passphrase, salt)
  if (!check.equals(head.subarray(headBytes - checkBytes))) throw new Refusal('This passphrase does not open it.')

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

/** A key, and a check that tells a wrong passphrase from a damaged file. */
function stretch(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32 + checkBytes, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }, (error, bytes) => {
      if (error) reject(error)
      else resolve({ key: bytes.subarray(0, 32), check: bytes.subarray(32) })
    })
  })
}

const damaged = () => new Refusal('It was changed or damaged since it was made.')
