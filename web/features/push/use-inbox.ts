import { useEffect, useState } from 'react'
import { ofCard, type StoredNotification } from '../../platform/push/notifications.ts'
import { readNotifications, watchNotifications } from '../../platform/push/notifications-store.ts'

export type Inbox = { notices: StoredNotification[]; lookedOn: number }

/** What lies in a card's inbox on this device, newest first; null until it was looked into. */
export function useInbox(alias: string): Inbox | null {
  const [inbox, setInbox] = useState<Inbox | null>(null)
  useEffect(() => {
    let isWanted = true
    const look = () =>
      void readNotifications().then((kept) => {
        if (isWanted) setInbox({ notices: ofCard(kept, alias), lookedOn: Date.now() })
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
