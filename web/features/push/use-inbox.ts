import { useEffect, useState } from 'react'
import { ofCard, type StoredNotification } from '../../platform/push/notifications.ts'
import { readNotifications, watchNotifications } from '../../platform/push/notifications-store.ts'

type Inbox = { notices: StoredNotification[]; loadedAt: number }

/** A card's notifications on this device, newest first; null until loaded. */
export function useInbox(alias: string): Inbox | null {
  const [inbox, setInbox] = useState<Inbox | null>(null)
  useEffect(() => {
    let isWanted = true
    const look = () =>
      void readNotifications().then((stored) => {
        if (isWanted) setInbox({ notices: ofCard(stored, alias), loadedAt: Date.now() })
      })
    const stop = watchNotifications(look)
    look()
    return () => {
      isWanted = false
      stop()
    }
  }, [alias])
  return inbox
}
