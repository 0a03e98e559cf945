import { useEffect, useState } from 'react'
import { ofCard, type StoredNotification } from '../../platform/notifications.ts'
import { readNotifications, watchNotifications } from '../../platform/notifications-store.ts'

/** What lies in a card's inbox on this device, newest first; null until it was looked into. */
export function useInbox(alias: string): StoredNotification[] | null {
  const [notices, setNotices] = useState<StoredNotification[] | null>(null)
  useEffect(() => {
    let isWanted = true
    const look = () =>
      void readNotifications().then((kept) => {
        if (isWanted) setNotices(ofCard(kept, alias))
      })
    const stop = watchNotifications(look)
    look()
    return () => {
      isWanted = false
      stop()
    }
  }, [alias])
  return notices
}
