import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'

export type OwnerSession = { accountId: string; sessionId: string }

/** The session of a logged-in caller. Visitors get a 401. */
export function requireOwner(caller: Caller): OwnerSession {
  if (caller.kind !== 'owner') throw problem('not-logged-in')
  return caller
}
