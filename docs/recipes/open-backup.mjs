// Decrypts a backup, with Node alone: node open-backup.mjs BACKUP PASSPHRASE-FILE > carte.tar.gz
import { createDecipheriv, scryptSync } from 'node:crypto'
import { openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'

const [file, passphraseFile] = process.argv.slice(2)
const input = openSync(file)
let at = 0
function take(length) {
  const bytes = Buffer.alloc(length)
  if (readSync(input, bytes) !== length) throw new Error('The file is cut off.')
  at += length
  return bytes
}
// CARTE-SEALED-1, salt, nonce prefix, check; then pieces, each with its length before and its tag behind it.
const head = take(15 + 16 + 7 + 16)
const passphrase = readFileSync(passphraseFile, 'utf8').split(/\r?\n/)[0].normalize('NFC')
const key = scryptSync(passphrase, head.subarray(15, 31), 48, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })
if (!key.subarray(32).equals(head.subarray(38))) throw new Error('The passphrase is wrong.')
const { size } = statSync(file)
for (let number = 0; at < size; number++) {
  const sealed = take(take(4).readUInt32BE())
  const nonce = Buffer.alloc(12)
  head.copy(nonce, 0, 31, 38)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = at === size ? 1 : 0
  const piece = createDecipheriv('aes-256-gcm', key.subarray(0, 32), nonce).setAAD(head).setAuthTag(sealed.subarray(-16))
  const clear = Buffer.concat([piece.update(sealed.subarray(0, -16)), piece.final()])
  for (let written = 0; written < clear.length;) written += writeSync(1, clear, written)
}
