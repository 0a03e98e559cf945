import { useEffect } from 'react'
import { showBadge } from '../../platform/app/badge.ts'
import { countNew } from '../../platform/push/notifications.ts'
import { useInbox } from './use-inbox.ts'

/** A card's number of unread notifications; null until loaded. Also sets the app icon's badge. */
export function useInboxCount(alias: string): number | null {
  const inbox = useInbox(alias)
  const count = inbox && countNew(inbox.notices)
  useEffect(() => {
    // The worker's badge counts all cards; an app window's badge counts its own.
    if (count !== null) void showBadge(count)
  }, [count])
  return count
}
