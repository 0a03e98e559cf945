import { useEffect } from 'react'
import { takeInstalled } from '../../platform/device/before-app.ts'

/** Caches a card as soon as it is installed: its first start may be offline. */
export function CacheOnInstall({ alias }: { alias: string }) {
  useEffect(() => {
    const cache = () => void import('./precache-card.ts').then(({ precacheCard }) => precacheCard(alias))
    addEventListener('appinstalled', cache)
    // Dispatched again for all listeners, if the event fired before the app had loaded.
    if (takeInstalled()) dispatchEvent(new Event('appinstalled'))
    return () => removeEventListener('appinstalled', cache)
  }, [alias])
  return null
}
