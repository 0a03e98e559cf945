import { setCardOn } from '#server/cards/owned/set-card-on.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteDeletionRequest } from './deletion-store.ts'

/** Cancels the deletion, for the logged-in owner or by the mailed link. Cards that went offline with it are online again. */
export async function cancelDeletion(
  { changes, clock }: { changes: Changes; clock: Clock },
  caller: Caller,
  token: string | undefined,
): Promise<void> {
  if (token === undefined && caller.kind === 'visitor') throw problem('not-logged-in')
  const by = token === undefined && caller.kind === 'owner' ? { accountId: caller.accountId } : { tokenHash: hashToken(token ?? '') }
  await changes.write(async (tx, notify) => {
    const deletion = await deleteDeletionRequest(tx, by)
    if (!deletion && token !== undefined) throw problem('link-used')
    for (const subjectId of deletion?.switchedOff ?? []) await setCardOn(tx, notify, { subjectId, isOn: true }, clock.now())
  })
}
