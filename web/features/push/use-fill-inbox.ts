import { useEffect, useState } from 'react'
import type { Api } from '#contract/api.ts'
import { createClient } from '../../platform/api/client.ts'
import { withListed } from '../../platform/push/with-listed.ts'
import { changeNotifications, clearNotifications } from '../../platform/push/notifications-store.ts'
import { deviceId } from '../../platform/push/push-device.ts'
import { useSite } from '../../platform/use-site.ts'

/** The shell and its page fetch at the same time. */
const underWay = new Map<string, Promise<void>>()

type Filling = 'under way' | 'done' | 'failed'

/** Fills this device's inbox with what the card's owner was notified of, so that it doesn't depend on push. */
export function useFillInbox(alias: string | null): Filling {
  const { productSlug: slug } = useSite()
  const [filled, setFilled] = useState<{ alias: string; state: Filling } | null>(null)
  useEffect(() => {
    if (!alias) return
    let isWanted = true
    const finish = (state: Filling) => {
      underWay.delete(alias)
      if (isWanted) setFilled({ alias, state })
    }
    const filling = underWay.get(alias) ?? fillInbox(createClient({ slug }).call, alias)
    underWay.set(alias, filling)
    filling.then(
      () => finish('done'),
      () => finish('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [alias, slug])
  return filled?.alias === alias ? filled.state : 'under way'
}

export async function fillInbox(call: Api['call'], alias: string): Promise<void> {
  const device = await deviceId()
  const fetchedAt = Date.now()
  const listed = await call('inbox.list', { query: { alias } })
  await changeNotifications((stored) => withListed(stored, alias, listed, fetchedAt))
  // Logging out meanwhile removed the ID before it removed the inbox.
  if ((await deviceId()) !== device) await clearNotifications()
}
