import { useEffect } from 'react'

/** A card that is being installed from this page is kept at once: its first start may be without a connection. */
export function KeepCardInstalled({ alias }: { alias: string }) {
  useEffect(() => {
    const keep = () => void import('./keep-card.ts').then(({ keepCard }) => keepCard(alias))
    addEventListener('appinstalled', keep)
    return () => removeEventListener('appinstalled', keep)
  }, [alias])
  return null
}
