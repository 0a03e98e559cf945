import { createHash } from 'node:crypto'

/** The form in which a token is stored. Tokens are long and random, so a plain hash without salt is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
