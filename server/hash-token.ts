import { createHash } from 'node:crypto'

/** What is kept of a token. It is random and long, so one plain hash is enough: there is nothing to guess. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
