import { setCardOn } from '#server/cards/owned/set-card-on.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { hashToken } from '#server/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteLeaving } from './leaving-store.ts'

/** Takes the wish back: who is signed in, or who has the link of the mail. Cards that went off with it are on again. */
export async function keepAccount(
  { changes, clock }: { changes: Changes; clock: Clock },
  caller: Caller,
  token: string | undefined,
): Promise<void> {
  if (token === undefined && caller.kind === 'visitor') throw problem('not-signed-in')
  const by = token === undefined && caller.kind === 'owner' ? { accountId: caller.accountId } : { tokenHash: hashToken(token ?? '') }
  await changes.write(async (tx, tell) => {
    const leaving = await deleteLeaving(tx, by)
    if (!leaving && token !== undefined) throw problem('link-used')
    for (const subjectId of leaving?.switchedOff ?? []) await setCardOn(tx, tell, { subjectId, isOn: true }, clock.now())
  })
}
