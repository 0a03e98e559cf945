import { useEffect } from 'react'
import { showBadge } from '../../platform/app/badge.ts'
import { countNew } from '../../platform/push/notifications.ts'
import { useInbox } from './use-inbox.ts'

/** How many notices of a card nobody has read yet; null until a script has looked. The card's icon shows the same. */
export function useInboxCount(alias: string): number | null {
  const inbox = useInbox(alias)
  const count = inbox && countNew(inbox.notices)
  useEffect(() => {
    // The worker counts all cards of this device; a window's badge is its own app's.
    if (count !== null) void showBadge(count)
  }, [count])
  return count
}
