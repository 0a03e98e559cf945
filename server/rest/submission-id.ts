import { hash, randomUUID } from 'node:crypto'
import type { Caller } from '#server/http/calls/mount.ts'

/** The same for the same request with the same Idempotency-Key, so that a repeat finds what an interrupted call stored. */
export function submissionIdOf(request: Request, caller: Caller, input: object): string {
  const idempotencyKey = request.headers.get('idempotency-key')
  if (caller.kind !== 'key' || idempotencyKey === null) return randomUUID()
  // PostgreSQL reads 32 digits as a UUID.
  return hash('sha256', JSON.stringify([caller.keyId, idempotencyKey, input]), 'hex').slice(0, 32)
}
