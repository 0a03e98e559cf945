import { useEffect, useState } from 'react'
import type { Api } from '#contract/api.ts'
import { createClient } from '../../platform/api/client.ts'
import { withListed } from '../../platform/push/notifications.ts'
import { changeNotifications, clearNotifications } from '../../platform/push/notifications-store.ts'
import { deviceId } from '../../platform/push/push-device.ts'
import { useSite } from '../../platform/use-site.ts'

/** The shell and its page ask at the same time. */
const underWay = new Map<string, Promise<void>>()

/** Fills this device's inbox with what the card's owner was notified of, so that it doesn't depend on push. True once it is over. */
export function useFillInbox(alias: string | null): boolean {
  const { productSlug: slug } = useSite()
  const [filled, setFilled] = useState<string | null>(null)
  useEffect(() => {
    if (!alias) return
    const filling = underWay.get(alias) ?? fillInbox(createClient({ slug }).call, alias)
    underWay.set(alias, filling)
    // A failure is retried at the next visit.
    void filling
      .catch(() => {})
      .finally(() => {
        underWay.delete(alias)
        setFilled(alias)
      })
  }, [alias, slug])
  return filled === alias
}

export async function fillInbox(call: Api['call'], alias: string): Promise<void> {
  const device = await deviceId()
  const listed = await call('inbox.list', { query: { alias } })
  await changeNotifications((stored) => withListed(stored, alias, listed, Date.now()))
  // Logging out meanwhile removed the ID before it removed the inbox.
  if ((await deviceId()) !== device) await clearNotifications()
}
