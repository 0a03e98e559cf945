import { useEffect } from 'react'
import { takeInstalled } from '../../platform/device/looked.ts'

/** A card that is being installed from this page is kept at once: its first start may be without a connection. */
export function KeepCardInstalled({ alias }: { alias: string }) {
  useEffect(() => {
    const keep = () => void import('./keep-card.ts').then(({ keepCard }) => keepCard(alias))
    addEventListener('appinstalled', keep)
    // Said again, to all who wait for it, where only a look heard it.
    if (takeInstalled()) dispatchEvent(new Event('appinstalled'))
    return () => removeEventListener('appinstalled', keep)
  }, [alias])
  return null
}
