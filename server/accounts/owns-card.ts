import type { Caller } from '#server/http/calls/mount.ts'
import type { AccountDeps } from './account-deps.ts'

/** True if the caller owns the card with this key, if no card is named, or if the caller is a visitor. */
export async function ownsCard({ hasKey }: Pick<AccountDeps, 'hasKey'>, caller: Caller, key: string | undefined): Promise<boolean> {
  if (!key || caller.kind === 'visitor') return true
  return hasKey(caller.subjectIds, key)
}
