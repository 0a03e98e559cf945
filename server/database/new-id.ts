import { randomBytes } from 'node:crypto'

/** Before every other ID. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/** A UUID of version 7: created here, so that every supported PostgreSQL works, and sorted by time, so that indexes grow at their end. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
