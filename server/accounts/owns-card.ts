import type { Caller } from '#server/http/calls/mount.ts'
import type { AccountNeeds } from './account-needs.ts'

/** Whether the card with this key is the caller's. Where no card is named, or nobody is signed in, there is nothing to mind. */
export async function ownsCard(
  { findCardByKey }: Pick<AccountNeeds, 'findCardByKey'>,
  caller: Caller,
  key: string | undefined,
): Promise<boolean> {
  if (!key || caller.kind === 'visitor') return true
  const subjectId = await findCardByKey(key)
  return subjectId !== null && caller.subjectIds.includes(subjectId)
}
