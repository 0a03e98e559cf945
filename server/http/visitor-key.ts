import { createHmac, randomBytes } from 'node:crypto'

/** Known to this run only: a key made from it can count a caller, and never be turned back into an address. */
const salt = randomBytes(32)

export function visitorKey(address: string): string {
  return createHmac('sha256', salt).update(address).digest('base64url').slice(0, 22)
}
